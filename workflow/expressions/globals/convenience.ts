import jmespath from "jmespath";
import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { Callable } from "../values/callable.ts";
import { toNumber, toText } from "../values/conversions.ts";
import { isPlain } from "../values/kinds.ts";
import { toJson } from "../values/to-json.ts";

/** The maximum length of a query. Longer queries are not handwritten. */
const MAX_QUERY = 10_000;
/** Matches names and escaped names that a query must not contain, because the library reads any property. */
const REACHING = /__proto__|constructor|prototype|\\u/;

function searchJmesPath(run: Run, [data, query]: readonly unknown[]): unknown {
  if (typeof data !== "object" || data === null || typeof query !== "string")
    throw new ExpressionError("$jmespath() needs an object or a list, and a query as a string");
  if (query.length > MAX_QUERY)
    throw new ExpressionError("a $jmespath() query is longer than 10,000 characters");
  if (REACHING.test(query)) throw new ExpressionError("this $jmespath() query is not allowed");
  return jmespath.search(toJson(run, data), query);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlain(value) && Object.keys(value).length === 0;
}

function toNumbers(run: Run, args: readonly unknown[]): number[] {
  return args.flat().map((arg) => toNumber(run, arg));
}

const search = new Callable("$jmespath", searchJmesPath);
const fromAi = new Callable("$fromAI", (run, [key, , , fallback]) => {
  const name = toText(run, key);
  if (key === undefined || name === "")
    throw new ExpressionError("$fromAI() needs a key, such as $fromAI('name')");
  return run.scope.fromAi?.(name) ?? fallback;
});

/** n8n's global functions. `$if` is part of the syntax, because it evaluates only one of its values. */
export const CONVENIENCE: Readonly<Record<string, Callable>> = {
  $jmespath: search,
  $jmesPath: search,
  $fromAI: fromAi,
  $fromAi: fromAi,
  $fromai: fromAi,
  $ifEmpty: new Callable("$ifEmpty", (_run, [value, otherwise]) => (isEmpty(value) ? otherwise : value)),
  $not: new Callable("$not", (_run, [value]) => !value),
  $average: new Callable("$average", (run, args) => {
    const numbers = toNumbers(run, args);
    return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  }),
  $min: new Callable("$min", (run, args) =>
    toNumbers(run, args).reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY),
  ),
  $max: new Callable("$max", (run, args) =>
    toNumbers(run, args).reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY),
  ),
};
