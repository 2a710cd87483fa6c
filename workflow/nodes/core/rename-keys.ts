import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { searchWithTimeout } from "../../patterns/bounded-search.ts";
import { getField, getTextOr, setOwn, withField, withoutField } from "./fields/field-path.ts";

/** Rename Keys: renames fields by their names or by a regular expression. */
export const RENAME_KEYS_NODE: NodeType = {
  types: ["n8n-nodes-base.renameKeys"],
  versions: [1],
  execute: async (context) => [
    await context.each((item, index) => [
      {
        json: renameByPattern(context, renameKeysOnce(context, item.json, index), index),
        ...(item.binary && { binary: item.binary }),
        pairedItem: { item: index },
      },
    ]),
  ],
};

function renameKeysOnce(context: NodeContext, json: JsonObject, itemIndex: number): JsonObject {
  return context.list("keys.key", itemIndex).reduce<JsonObject>((renamedJson, entry) => {
    const { currentKey, newKey } = entry as JsonObject;
    const [from, to] = [getTextOr("", currentKey), getTextOr("", newKey)];
    const value = from === "" || to === "" || from === to ? undefined : getField(renamedJson, from);
    return value === undefined ? renamedJson : withoutField(withField(renamedJson, to, value), from);
  }, json);
}

function renameByPattern(context: NodeContext, json: JsonObject, itemIndex: number): JsonObject {
  const place = "additionalOptions.regexReplacement.replacements";
  return context.list(place, itemIndex).reduce<JsonObject>((renamedJson, entry, index) => {
    const { searchRegex, replaceRegex, options } = entry as JsonObject;
    const renameOptions = (options ?? {}) as JsonObject;
    const depth = Number(renameOptions.depth ?? -1);
    const flags = renameOptions.caseInsensitive === true ? "i" : "";
    const search = getTextOr("", searchRegex);
    const replacement = getTextOr("", replaceRegex);
    const field = `${place}[${index}].searchRegex`;
    try {
      const pattern = new RegExp(search, flags);
      const rename = (key: string) =>
        searchWithTimeout(pattern, key, () => key.replace(pattern, replacement));
      return withKeys(renamedJson, rename, depth) as JsonObject;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw context.failure(why, { field, itemIndex }, { cause: error });
    }
  }, json);
}

/** Renames fields to `depth` levels, or at all levels if `depth` is -1. */
function withKeys(value: JsonValue, rename: (key: string) => string, depth: number): JsonValue {
  if (value === null || typeof value !== "object") return value;
  const inner = (entry: JsonValue) => (depth === 0 ? entry : withKeys(entry, rename, depth - 1));
  if (Array.isArray(value)) return value.map(inner);
  const renamedJson: JsonObject = {};
  for (const [key, entry] of Object.entries(value)) setOwn(renamedJson, rename(key), inner(entry));
  return renamedJson;
}
