import type { Run } from "../interpreter/run.ts";
import { toText } from "../values/conversions.ts";
import type { Kind } from "../values/kinds.ts";
import { ARRAY_CHANGING } from "./array-changing.ts";
import { ARRAY_READING } from "./array-reading.ts";
import { MAP_METHODS, SET_METHODS } from "./collection-methods.ts";
import { DATE_METHODS } from "./date-methods.ts";
import {
  DATE_TIME_METHODS,
  DATE_TIME_PROPERTIES,
  DURATION_METHODS,
  DURATION_PROPERTIES,
  INTERVAL_METHODS,
  INTERVAL_PROPERTIES,
} from "./luxon-methods.ts";
import { defineMethods, type Method } from "./method.ts";
import { BOOLEAN_METHODS, NUMBER_METHODS } from "./number-methods.ts";
import { searchIn } from "./search-text.ts";
import { STRING_METHODS } from "./string-methods.ts";

const REGEXP_METHODS = defineMethods<RegExp>({
  test: (run, self, [text]) => {
    const searched = toText(run, text);
    return searchIn(run, self, searched, () => self.test(searched));
  },
  exec: (run, self, [text]) => {
    const searched = toText(run, text);
    return searchIn(run, self, searched, () => self.exec(searched));
  },
  toString: (_run: Run, self: RegExp) => String(self),
});

type Data = Record<string, unknown>;

/** The methods of every object. */
const OBJECT_METHODS = defineMethods<Data>({
  hasOwnProperty: (run: Run, self: Data, [name]: readonly unknown[]) =>
    Object.hasOwn(self, toText(run, name)),
  propertyIsEnumerable: (run: Run, self: Data, [name]: readonly unknown[]) =>
    Object.hasOwn(self, toText(run, name)),
  toString: () => "[object Object]",
  toLocaleString: () => "[object Object]",
  valueOf: (_run: Run, self: Data) => self,
});

type ByKind = { readonly [kind in Kind]?: ReadonlyMap<string, Method> };

/** The methods of JavaScript and Luxon that may be called, by the kind of the value. */
export const METHODS: ByKind = {
  string: STRING_METHODS,
  number: NUMBER_METHODS,
  boolean: BOOLEAN_METHODS,
  array: defineMethods<unknown[]>({ ...ARRAY_READING, ...ARRAY_CHANGING }),
  object: OBJECT_METHODS,
  Date: DATE_METHODS,
  DateTime: DATE_TIME_METHODS,
  Duration: DURATION_METHODS,
  Interval: INTERVAL_METHODS,
  RegExp: REGEXP_METHODS,
  Map: MAP_METHODS,
  Set: SET_METHODS,
  Error: defineMethods<Error>({ toString: (_run: Run, self: Error) => `${self.name}: ${self.message}` }),
};

const REGEXP_PROPERTIES = defineMethods<RegExp>({
  source: (_run, self) => self.source,
  flags: (_run, self) => self.flags,
  global: (_run, self) => self.global,
  lastIndex: (_run, self) => self.lastIndex,
});

const SIZE = defineMethods<{ size: number }>({ size: (_run, self) => self.size });

/** The properties of values that are not plain data. */
export const PROPERTIES: ByKind = {
  DateTime: DATE_TIME_PROPERTIES,
  Duration: DURATION_PROPERTIES,
  Interval: INTERVAL_PROPERTIES,
  RegExp: REGEXP_PROPERTIES,
  Map: SIZE,
  Set: SIZE,
  Error: defineMethods<Error>({ name: (_run, self) => self.name, message: (_run, self) => self.message }),
};
