import type { Run } from "../interpreter/run.ts";
import { toText } from "../values/conversions.ts";
import { methods } from "./method.ts";

type Data = Record<string, unknown>;

/** What every object of the language can do. */
export const OBJECT_METHODS = methods<Data>({
  hasOwnProperty: (run: Run, self: Data, [name]: readonly unknown[]) =>
    Object.hasOwn(self, toText(run, name)),
  propertyIsEnumerable: (run: Run, self: Data, [name]: readonly unknown[]) =>
    Object.hasOwn(self, toText(run, name)),
  toString: () => "[object Object]",
  toLocaleString: () => "[object Object]",
  valueOf: (_run: Run, self: Data) => self,
});
