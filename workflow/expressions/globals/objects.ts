import type { Run } from "../interpreter/run.ts";
import { callValue } from "../values/callable.ts";
import { toEntries, toText } from "../values/conversions.ts";
import { getFields, getFieldsToSpread } from "../values/fields.ts";
import { isPlain } from "../values/kinds.ts";
import { define } from "../values/to-json.ts";
import { defineConstructor, defineFunctions } from "./make.ts";

function assign(run: Run, [target, ...sources]: readonly unknown[]): unknown {
  if (!isPlain(target) && !Array.isArray(target)) throw new TypeError("Object.assign needs an object");
  const result = run.writable(target) as Record<string, unknown>;
  for (const source of sources) {
    const fields = getFieldsToSpread(run, source);
    run.entries(fields.length);
    for (const [name, value] of fields) define(result, name, value);
  }
  return result;
}

function groupBy(run: Run, [list, by]: readonly unknown[]): unknown {
  const groups: Record<string, unknown[]> = {};
  for (const [index, entry] of toEntries(run, list).entries()) {
    const name = toText(run, callValue(run, by, [entry, index]));
    if (!Object.hasOwn(groups, name)) define(groups, name, []);
    groups[name]?.push(entry);
  }
  return run.own(groups);
}

function fromPairs(run: Run, [pairs]: readonly unknown[]): unknown {
  const result: Record<string, unknown> = {};
  for (const pair of toEntries(run, pairs)) {
    if (!Array.isArray(pair)) throw new TypeError("Object.fromEntries needs pairs");
    define(result, toText(run, pair[0]), run.current(pair[1]));
  }
  return run.own(result);
}

/** The functions of `Object` that work on data. */
export const OBJECT = defineConstructor("Object", {
  construct: (run, [value]) => value ?? run.own({}),
  holds: (value) => typeof value === "object" && value !== null,
  members: defineFunctions({
    keys: (run, [value]) => run.own(getFields(run, value).map(([name]) => name)),
    getOwnPropertyNames: (run, [value]) => run.own(getFields(run, value).map(([name]) => name)),
    values: (run, [value]) => run.own(getFields(run, value).map(([, entry]) => entry)),
    entries: (run, [value]) => {
      const fields = getFields(run, value);
      run.entries(fields.length);
      return run.own(fields);
    },
    fromEntries: fromPairs,
    assign: assign,
    groupBy: groupBy,
    hasOwn: (run, [value, name]) => getFields(run, value).some(([field]) => field === toText(run, name)),
    is: (_run, [one, other]) => Object.is(one, other),
    freeze: (_run, [value]) => value,
    isFrozen: () => false,
  }),
});
