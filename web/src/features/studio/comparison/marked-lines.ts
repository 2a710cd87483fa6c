import { appendToPath } from "@stoa/contract/pinned-comparison-texts";
import type { Json } from "@stoa/contract/values";

export interface MarkedLine {
  readonly text: string;
  readonly isMarked: boolean;
}

interface Place {
  readonly path: string;
  readonly indent: string;
  /** The key of the value, such as `"name": `. */
  readonly label: string;
  /** Whether the value or one that contains it differs. */
  readonly isMarked: boolean;
}

/**
 * Returns items as lines of JSON. The lines of values at one of the paths are marked. Items are short and at most a few
 * levels deep, because the server shortens them.
 */
export function createMarkedLines(items: readonly Json[], paths: readonly string[]): MarkedLine[] {
  const marked = new Set(paths);
  return items.flatMap((item, index) => {
    const path = appendToPath("items", index);
    const isMarked = marked.has(path);
    return createLines(item, { path: `${path}.json`, indent: "", label: "", isMarked }, "", marked);
  });
}

function createLines(value: Json, place: Place, comma: string, marked: ReadonlySet<string>): MarkedLine[] {
  const { path, indent, label } = place;
  const isMarked = place.isMarked || marked.has(path);
  const line = (text: string) => ({ text: `${indent}${text}`, isMarked });
  const entries = listEntries(value);
  if (entries === undefined) return [line(`${label}${JSON.stringify(value)}${comma}`)];
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return [line(`${label}${open}${close}${comma}`)];
  const inside = entries.flatMap(([key, entry], index) => {
    const inner: Place = {
      path: appendToPath(path, key),
      indent: `${indent}  `,
      label: typeof key === "number" ? "" : `${JSON.stringify(key)}: `,
      isMarked,
    };
    return createLines(entry, inner, index < entries.length - 1 ? "," : "", marked);
  });
  return [line(`${label}${open}`), ...inside, line(`${close}${comma}`)];
}

/** Returns the entries of a list or an object; undefined for other values. */
function listEntries(value: Json): [key: string | number, value: Json][] | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if (Array.isArray(value)) return value.map((entry, index) => [index, entry]);
  return Object.entries(value);
}
