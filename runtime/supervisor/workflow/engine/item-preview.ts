import type { JsonValue } from "../../../protocol/index.ts";
import type { Item } from "../model/item.ts";

/** What the trace shows of a node: a screen of items, lines of text that can be read at a glance. */
const MAX_ITEMS = 5;
/** Outputs that are counted and shown; a Switch of more is read by its parameters. */
export const MAX_OUTPUTS = 20;
const MAX_TEXT = 400;
const MAX_ENTRIES = 20;
const MAX_DEPTH = 5;

/** Characters of all previews of a run: a trace of 100 nodes with 2,500 each. */
export const PREVIEW_CHARS = 256 * 1024;

function shortened(value: JsonValue, depth: number): JsonValue {
  if (typeof value === "string") return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ENTRIES).map((entry) => shortened(entry, depth + 1));
    return value.length > MAX_ENTRIES ? [...shown, `… ${value.length - MAX_ENTRIES} more`] : shown;
  }
  const shown: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(value).slice(0, MAX_ENTRIES))
    Object.defineProperty(shown, key, {
      value: shortened(value[key] ?? null, depth + 1),
      enumerable: true,
    });
  return shown;
}

/** The first items of each output, shortened; none once `left` characters of the run's are used. */
export function previewOf(
  outputs: readonly (readonly Item[])[],
  left: number,
): { items: JsonValue[][]; chars: number } {
  if (left <= 0) return { items: [], chars: 0 };
  const items = outputs
    .slice(0, MAX_OUTPUTS)
    .map((output) => output.slice(0, MAX_ITEMS).map(({ json }) => shortened(json, 0)));
  const chars = JSON.stringify(items).length;
  return chars > left ? { items: [], chars: 0 } : { items, chars };
}
