import type { PinnedDifference } from "@stoa/contract";
import { appendToPath } from "@stoa/contract/pinned-comparison-texts";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../model/item.ts";
import { previewItems } from "./item-preview.ts";

/** The maximum number of differences per node. More do not help to find the cause. */
export const MAX_DIFFERENCES = 20;

/** The maximum number of characters of a path and of a value, so that a difference fits on a few lines of a phone. */
const MAX_PATH = 160;
const MAX_VALUE = 120;

/** A place in the items. Paths are formatted only for differences, because most values are equal. */
interface Place {
  parent: Place | undefined;
  key: string | number;
}

interface Pair {
  actual: JsonValue | undefined;
  pinned: JsonValue | undefined;
  place: Place;
}

const truncate = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

function formatPath(place: Place): string {
  const keys: (string | number)[] = [];
  for (let at: Place | undefined = place; at; at = at.parent) keys.push(at.key);
  return truncate(keys.reverse().slice(0, MAX_PATH).reduce<string>(appendToPath, "items"), MAX_PATH);
}

/** Returns a value as short JSON text. It is shortened first, because a value can be several megabytes long. */
function formatValue(value: JsonValue | undefined): string | null {
  if (value === undefined) return null;
  const [[item] = []] = previewItems([[{ json: { value } }]], 4 * MAX_VALUE).items;
  const shown = (item as JsonObject | undefined)?.value ?? null;
  return truncate(JSON.stringify(shown), MAX_VALUE);
}

const isContainer = (value: JsonValue | undefined): value is JsonValue[] | JsonObject =>
  value !== null && typeof value === "object";

/** Returns an own value, because a file can name a key `__proto__`. */
const getOwn = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Returns the pairs inside two lists or two objects, in the order of the pinned value. */
function listInside({ actual, pinned, place }: Pair): Pair[] | undefined {
  if (!isContainer(actual) || !isContainer(pinned) || Array.isArray(actual) !== Array.isArray(pinned))
    return undefined;
  if (Array.isArray(actual) && Array.isArray(pinned))
    return Array.from({ length: Math.max(actual.length, pinned.length) }, (_, index) => ({
      actual: actual[index],
      pinned: pinned[index],
      place: { parent: place, key: index },
    }));
  const [ours, theirs] = [actual as JsonObject, pinned as JsonObject];
  return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].map((key) => ({
    actual: getOwn(ours, key),
    pinned: getOwn(theirs, key),
    place: { parent: place, key },
  }));
}

/**
 * Compares the items of a node with its pinned items as JSON values: the order of an object's keys does not matter.
 * Returns the first differences, in the order of the items.
 * @param actual plain JSON
 * @param most the maximum number of differences to return
 */
export function compareItems(
  actual: readonly JsonValue[],
  pinned: readonly JsonValue[],
  most = MAX_DIFFERENCES,
): { differences: PinnedDifference[]; hasMore: boolean } {
  const differences: PinnedDifference[] = [];
  for (let index = 0; index < Math.max(actual.length, pinned.length); index++) {
    const item: Place = { parent: undefined, key: index };
    const isMissing = index >= actual.length || index >= pinned.length;
    const place = isMissing ? item : { parent: item, key: "json" };
    // A stack instead of recursion, because the items of a hostile file are nested deeply.
    const open: Pair[] = [{ actual: actual[index], pinned: pinned[index], place }];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      if (pair.actual === pair.pinned) continue;
      const inside = listInside(pair);
      if (inside) {
        // One at a time, because the arguments of a call are limited and a list is not.
        for (const each of inside.reverse()) open.push(each);
        continue;
      }
      if (differences.length >= most) return { differences, hasMore: true };
      differences.push({
        path: formatPath(pair.place),
        actual: formatValue(pair.actual),
        pinned: formatValue(pair.pinned),
      });
    }
  }
  return { differences, hasMore: false };
}
