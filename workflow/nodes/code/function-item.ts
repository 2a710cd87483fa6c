import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { CodeAnswer } from "../../model/services.ts";
import { itemsOfAll, itemsOfEach } from "./each-item.ts";
import { hostsOfCode } from "./hosts-of-code.ts";
import { returnedItem, WrongReturn } from "./returned-items.ts";
import { runCode } from "./run-code.ts";

const FIELD = "functionCode";
const DEFAULT = "item.myNewField = 1;\nreturn item;";

/** `item` is the fields of the item; its files are read and set by functions. */
function wrapped(source: string): string {
  return `const $given = $input.item; let $files = $given.binary; const getBinaryData = () => $files; const setBinaryData = (files) => { $files = files; }; const setBinaryDataAsync = async (files) => { $files = files; }; const getBinaryDataAsync = async () => $files; const $made = await (async function (item, getBinaryData, setBinaryData, getBinaryDataAsync, setBinaryDataAsync) {${source}
}).call(this, $given.json, getBinaryData, setBinaryData, getBinaryDataAsync, setBinaryDataAsync);
if ($made === undefined || $made === null || typeof $made !== "object" || Array.isArray($made)) return { json: {}, error: String($made) };
return { json: $made, ...($files && { binary: $files }) };`;
}

function itemOf(value: JsonObject, answer: CodeAnswer, index: number): Item | undefined {
  if (typeof value.error === "string")
    throw new WrongReturn("No data got returned. Always an object has to be returned!");
  return returnedItem(value, "object", answer, index);
}

/** Function Item: code for each item, of before 2022. */
export const FUNCTION_ITEM_NODE: NodeType = {
  types: ["n8n-nodes-base.functionItem"],
  versions: [1],
  needs: ({ parameters: { functionCode } }) => hostsOfCode(functionCode),
  async execute(context) {
    const raw = context.raw(FIELD);
    const source = wrapped(typeof raw === "string" ? raw : DEFAULT);
    const items = await itemsOfAll(context, FIELD, async () => {
      const answer = await runCode(context, { source, mode: "each" });
      return itemsOfEach(context, answer, FIELD, ({ value }, index) =>
        itemOf(value as JsonObject, answer, index),
      );
    });
    return [items];
  },
};
