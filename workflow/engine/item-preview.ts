import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../model/item.ts";

/** The maximum number of a node's items that the trace shows, so that they fit on one screen. */
const MAX_ITEMS = 5;
const MAX_TEXT = 400;
const MAX_NAME = 100;
const MAX_ENTRIES = 20;
const MAX_DEPTH = 5;
/**
 * The maximum number of outputs that are counted and shown. A Switch with more outputs is easier to read by its
 * parameters.
 */
export const MAX_OUTPUTS = 20;

/** The maximum number of characters to show for one node run, which is more than anybody reads. */
const MAX_CHARS = 16 * 1024;

/** The maximum number of characters of all previews of a run: a trace of 100 nodes with 2,500 characters each. */
export const PREVIEW_CHARS = 256 * 1024;

/** The approximate size of the punctuation around a value. */
const PUNCTUATION = 4;

const truncate = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** Shortens values until the room is used up, and skips the rest without visiting it. */
class Shortener {
  #left: number;

  constructor(left: number) {
    this.#left = left;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  shorten(value: JsonValue, depth: number): JsonValue {
    this.#left -= PUNCTUATION;
    if (typeof value === "string") return this.#text(value, MAX_TEXT);
    if (value === null || typeof value !== "object") return value;
    if (depth >= MAX_DEPTH || this.isFull) return "…";
    return Array.isArray(value) ? this.#list(value, depth) : this.object(value, depth);
  }

  object(value: JsonObject, depth: number): JsonObject {
    const shown: JsonObject = {};
    for (const key of Object.keys(value).slice(0, MAX_ENTRIES)) {
      if (this.isFull) break;
      Object.defineProperty(shown, this.#text(key, MAX_NAME), {
        value: this.shorten(value[key] ?? null, depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return shown;
  }

  #list(value: readonly JsonValue[], depth: number): JsonValue[] {
    const shown: JsonValue[] = [];
    for (const entry of value.slice(0, MAX_ENTRIES)) {
      if (this.isFull) break;
      shown.push(this.shorten(entry, depth + 1));
    }
    return shown.length < value.length ? [...shown, `… ${value.length - shown.length} more`] : shown;
  }

  #text(text: string, most: number): string {
    const shown = truncate(text, most);
    this.#left -= shown.length;
    return shown;
  }
}

/**
 * Returns the first items of each output, shortened. Returns no items if the run has no characters left for previews.
 */
export function previewItems(
  outputs: readonly (readonly Item[])[],
  left: number,
): { items: JsonValue[][]; chars: number } {
  if (left <= 0) return { items: [], chars: 0 };
  const shortener = new Shortener(Math.min(MAX_CHARS, left));
  const items = outputs.slice(0, MAX_OUTPUTS).map((output) => {
    const shown: JsonObject[] = [];
    for (const { json } of output.slice(0, MAX_ITEMS)) {
      if (shortener.isFull) break;
      shown.push(shortener.object(json, 0));
    }
    return shown;
  });
  return { items, chars: JSON.stringify(items).length };
}
