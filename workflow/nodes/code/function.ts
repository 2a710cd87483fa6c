import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { CodeAnswer } from "../../model/services.ts";
import { findCodeHosts } from "./hosts-of-code.ts";
import { runForAllItems, toItemsPerItem } from "./item-results.ts";
import { InvalidReturnError, normalizeItem, normalizeItems } from "./returned-items.ts";
import { runCode } from "./run-code.ts";

const FIELD = "functionCode";
const DEFAULT_ITEM_CODE = "item.myNewField = 1;\nreturn item;";

/**
 * Returns the source of a Function Item node as code for each item. In the code, `item` is the item's JSON, and
 * functions read and set the item's binary data.
 */
function wrapSource(source: string): string {
  return `const $given = $input.item; let $files = $given.binary; const getBinaryData = () => $files; const setBinaryData = (files) => { $files = files; }; const setBinaryDataAsync = async (files) => { $files = files; }; const getBinaryDataAsync = async () => $files; const $made = await (async function (item, getBinaryData, setBinaryData, getBinaryDataAsync, setBinaryDataAsync) {${source}
}).call(this, $given.json, getBinaryData, setBinaryData, getBinaryDataAsync, setBinaryDataAsync);
if ($made === undefined || $made === null || typeof $made !== "object" || Array.isArray($made)) return { json: {}, error: String($made) };
return { json: $made, ...($files && { binary: $files }) };`;
}

function toItem(value: JsonObject, answer: CodeAnswer, index: number): Item | undefined {
  if (typeof value.error === "string")
    throw new InvalidReturnError("No data got returned. Always an object has to be returned!");
  return normalizeItem(value, "object", answer, index);
}

/** Function Item: the legacy node that runs code for each item. */
export const FUNCTION_ITEM_NODE: NodeType = {
  types: ["n8n-nodes-base.functionItem"],
  versions: [1],
  needs: ({ parameters: { functionCode } }) => findCodeHosts(functionCode),
  async execute(context) {
    const raw = context.raw(FIELD);
    const source = wrapSource(typeof raw === "string" ? raw : DEFAULT_ITEM_CODE);
    const items = await runForAllItems(context, FIELD, async () => {
      const answer = await runCode(context, { source, mode: "each" });
      return toItemsPerItem(context, answer, FIELD, ({ value }, index) =>
        toItem(value as JsonObject, answer, index),
      );
    });
    return [items];
  },
};

/** The keys that an item keeps. All other keys are left out. */
const ITEM_FIELDS = new Set(["json", "binary", "pairedItem"]);
const DEFAULT = "for (item of items) {\n  item.json.myNewField = 1;\n}\nreturn items;";

const isRecord = (value: JsonValue | undefined): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * Returns the items in a result. A single object is treated as a list with one entry. If no entry is an item, each
 * object becomes the JSON of an item.
 */
function toList(value: JsonValue): JsonValue[] {
  const list = Array.isArray(value) ? value : isRecord(value) ? [value] : undefined;
  if (!list) throw new InvalidReturnError("Always an Array of items has to be returned!");
  const areFields = list.every((item) => isRecord(item) && !("json" in item || "binary" in item));
  return areFields ? list.map((json) => ({ json })) : list;
}

function requireItems(answer: CodeAnswer): Item[] {
  if (answer.value === null)
    throw new InvalidReturnError("No data got returned. Always return an Array of items!");
  const plain = toList(answer.value).map((item) => {
    if (!isRecord(item) || item.json === undefined)
      throw new InvalidReturnError('All returned items have to contain a property named "json"!');
    if (!isRecord(item.json)) throw new InvalidReturnError("The json-property has to be an object!");
    return Object.fromEntries(Object.entries(item).filter(([key]) => ITEM_FIELDS.has(key)));
  });
  return normalizeItems({ ...answer, value: plain });
}

/** Function: the legacy Code node. */
export const FUNCTION_NODE: NodeType = {
  types: ["n8n-nodes-base.function"],
  versions: [1, 2],
  needs: ({ parameters: { functionCode } }) => findCodeHosts(functionCode),
  async execute(context) {
    const raw = context.raw(FIELD);
    const source = typeof raw === "string" ? raw : DEFAULT;
    return [
      await runForAllItems(context, FIELD, async () => requireItems(await runCode(context, { source }))),
    ];
  },
};
