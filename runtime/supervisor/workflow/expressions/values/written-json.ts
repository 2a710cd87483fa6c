import { ExpressionError } from "../expression-error.ts";
import { MAX_DATA_DEPTH } from "../interpreter/limits.ts";
import type { Run } from "../interpreter/run.ts";
import { Callable } from "./callable.ts";
import { Facade, OpenFacade } from "./facade.ts";
import { isPlain, kindOf } from "./kinds.ts";

/** Left out of objects, null in lists: what JSON does with undefined and functions. */
const NOTHING = Symbol("nothing");

/**
 * Data as JSON holds it: dates as text, no functions, nothing shared that is still to be changed.
 * @throws ExpressionError where it is too deep or too much; TypeError where it holds itself.
 */
export function toJson(run: Run, value: unknown): unknown {
  const made = converted(run, value, 0, new Set());
  return made === NOTHING ? undefined : made;
}

function converted(run: Run, given: unknown, depth: number, above: Set<unknown>): unknown {
  const value = run.current(given);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object") return NOTHING;
  run.spend(1);
  if (above.has(value)) throw new TypeError("Converting circular structure to JSON");
  if (depth > MAX_DATA_DEPTH)
    throw new ExpressionError(`data in it is nested more than ${MAX_DATA_DEPTH} deep`);
  above.add(value);
  const made = ofContainer(run, value, depth, above);
  above.delete(value);
  return made;
}

function ofContainer(run: Run, value: object, depth: number, above: Set<unknown>): unknown {
  if (Array.isArray(value)) {
    return Array.from(value, (entry) => {
      const made = converted(run, entry, depth + 1, above);
      return made === NOTHING ? null : made;
    });
  }
  if (value instanceof Callable) return NOTHING;
  const fields = isPlain(value) ? Object.entries(value) : fieldsOf(value);
  if (!fields) return textOf(value);
  const made: Record<string, unknown> = {};
  for (const [name, entry] of fields) {
    const field = converted(run, entry, depth + 1, above);
    if (field !== NOTHING) define(made, name, field);
  }
  return made;
}

function fieldsOf(value: object): [string, unknown][] | undefined {
  if (value instanceof Facade || value instanceof OpenFacade)
    return value.names().map((name) => [name, value.read(name)]);
  const kind = kindOf(value);
  return kind === "Map" || kind === "Set" || kind === "RegExp" || kind === "Error" || kind === "other"
    ? []
    : undefined;
}

/** Dates, durations and intervals have a text of their own. */
function textOf(value: object): unknown {
  return (value as Date).toJSON();
}

/** `__proto__` is a name like any other in data. */
export function define(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
