import type { Run } from "../interpreter/run.ts";
import { toText } from "../values/conversions.ts";
import { isPlain } from "../values/kinds.ts";
import { define, toJson } from "../values/written-json.ts";

/** A text that equal data share, whatever the order of their fields. */
export function identity(run: Run, value: unknown): string {
  return JSON.stringify(ordered(toJson(run, value))) ?? "undefined";
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isPlain(value)) return value;
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) define(made, name, ordered(value[name]));
  return made;
}

/** The first of each that are the same, or have the same in the named fields (`'a,b'` or `'a', 'b'`). */
export function withoutDuplicates(
  run: Run,
  list: readonly unknown[],
  keys: readonly unknown[] = [],
): unknown[] {
  const names = keys.flatMap((key) => toText(run, key).split(",")).map((name) => name.trim());
  const known = new Set<string>();
  return list.filter((entry) => {
    const compared =
      names.length > 0 && isPlain(entry)
        ? names.map((name) => (Object.hasOwn(entry, name) ? entry[name] : null))
        : [entry];
    const mark = compared.map((part) => identity(run, part)).join();
    if (known.has(mark)) return false;
    known.add(mark);
    return true;
  });
}
