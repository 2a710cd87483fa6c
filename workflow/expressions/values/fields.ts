import type { Run } from "../interpreter/run.ts";
import { Facade, OpenFacade } from "./facade.ts";
import { isPlain } from "./kinds.ts";

/** Returns the fields of a value as `Object.entries` does. @throws TypeError for null and undefined */
export function getFields(run: Run, value: unknown): [string, unknown][] {
  if (value === null || value === undefined)
    throw new TypeError("Cannot convert undefined or null to object");
  return getFieldsToSpread(run, value);
}

/** Returns the fields of a value, or none for null and undefined, as in `{ ...nothing }`. */
export function getFieldsToSpread(run: Run, value: unknown): [string, unknown][] {
  const fields = listOwnFields(value);
  return run.hasChanged ? fields.map(([name, entry]) => [name, run.current(entry)]) : fields;
}

function listOwnFields(value: unknown): [string, unknown][] {
  if (isPlain(value) || Array.isArray(value)) return Object.entries(value);
  if (typeof value === "string") return Object.entries(value);
  if (value instanceof Facade || value instanceof OpenFacade)
    return value.names().map((name): [string, unknown] => [name, value.read(name)]);
  return [];
}
