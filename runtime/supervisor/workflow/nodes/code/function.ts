import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { CodeAnswer } from "../../model/services.ts";
import { itemsOfAll } from "./each-item.ts";
import { returnedItems, WrongReturn } from "./returned-items.ts";
import { runCode } from "./run-code.ts";

const FIELD = "functionCode";
/** Other keys of an item are left out. */
const KEPT = new Set(["json", "binary", "pairedItem"]);
const DEFAULT = "for (item of items) {\n  item.json.myNewField = 1;\n}\nreturn items;";

function checkedItems(answer: CodeAnswer): Item[] {
  const { value } = answer;
  if (value === null) throw new WrongReturn("No data got returned. Always return an Array of items!");
  if (!Array.isArray(value)) throw new WrongReturn("Always an Array of items has to be returned!");
  for (const item of value) {
    if (item === null || typeof item !== "object" || Array.isArray(item) || item.json === undefined)
      throw new WrongReturn('All returned items have to contain a property named "json"!');
    if (item.json === null || typeof item.json !== "object" || Array.isArray(item.json))
      throw new WrongReturn("The json-property has to be an object!");
  }
  const plain = value.map((item) => {
    const kept = Object.entries(item as JsonObject).filter(([key]) => KEPT.has(key));
    return Object.fromEntries(kept);
  });
  return returnedItems({ ...answer, value: plain });
}

/** Function: the Code node of before 2022. */
export const FUNCTION_NODE: NodeType = {
  types: ["n8n-nodes-base.function"],
  versions: [1, 2],
  async execute(context) {
    const raw = context.raw(FIELD);
    const source = typeof raw === "string" ? raw : DEFAULT;
    return [await itemsOfAll(context, FIELD, async () => checkedItems(await runCode(context, { source })))];
  },
};
