import { ExpressionError } from "../expression-error.ts";
import { MAX_DATA_DEPTH } from "../interpreter/limits.ts";
import type { Run } from "../interpreter/run.ts";
import { Callable } from "./callable.ts";
import { Facade, OpenFacade } from "./facade.ts";
import { getKind, isPlain } from "./kinds.ts";

/** The value that is left out of objects and becomes null in lists, as undefined and functions do in JSON. */
const NOTHING = Symbol("nothing");

/**
 * Returns data as JSON: dates as text, no functions, and no data shared with the expression.
 * @throws ExpressionError if the data is too large, or too deep, for example because it contains itself
 */
export function toJson(run: Run, value: unknown): unknown {
  const plain = callToJson(run, value, 0);
  return plain === NOTHING ? undefined : plain;
}

function callToJson(run: Run, source: unknown, depth: number): unknown {
  const value = run.current(source);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object") return NOTHING;
  run.spend(1);
  if (depth > MAX_DATA_DEPTH)
    throw new ExpressionError(`data in it is nested more than ${MAX_DATA_DEPTH} levels deep`);
  if (Array.isArray(value)) return convertList(run, value, depth);
  if (value instanceof Callable) return NOTHING;
  const fields = isPlain(value) ? value : listFields(value);
  return fields ? convertObject(run, fields, depth) : (value as Date).toJSON();
}

function convertList(run: Run, list: readonly unknown[], depth: number): unknown[] {
  const result: unknown[] = [];
  for (let index = 0; index < list.length; index++) {
    const entry = callToJson(run, list[index], depth + 1);
    result.push(entry === NOTHING ? null : entry);
  }
  return result;
}

function convertObject(run: Run, fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const field = callToJson(run, fields[name], depth + 1);
    if (field !== NOTHING) define(result, name, field);
  }
  return result;
}

/**
 * Returns the fields of a value. Dates, durations and intervals do not have fields, because they are written as
 * strings.
 */
function listFields(value: object): Record<string, unknown> | undefined {
  if (value instanceof Facade || value instanceof OpenFacade)
    return Object.fromEntries(value.names().map((name) => [name, value.read(name)]));
  const kind = getKind(value);
  const isEmpty =
    kind === "Map" || kind === "Set" || kind === "RegExp" || kind === "Error" || kind === "other";
  return isEmpty ? {} : undefined;
}

/** Defines a field. In data, `__proto__` is an ordinary name. */
export function define(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
