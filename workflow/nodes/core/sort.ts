import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { toPairedItem } from "./continue-on-fail.ts";
import { getField, getTextOr } from "./fields/field-path.ts";
import { compareValues } from "./fields/value-order.ts";

export const SORT_NODE: NodeType = {
  types: ["n8n-nodes-base.sort"],
  versions: [1],
  execute: async (context) => [await sortItems(context)],
};

/** Returns the items in the requested order. */
export async function sortItems(context: NodeContext): Promise<Item[]> {
  const items = context.items.map((item, index) => toPairedItem(item, index));
  const type = context.text("type", 0, "simple");
  if (type === "random") return shuffle(items);
  if (type === "code") {
    const order = await orderByCode(context);
    return order.flatMap((index) => items[index] ?? []);
  }
  return sortByFields(context, items);
}

function shuffle(items: Item[]): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}

function sortByFields(context: NodeContext, items: Item[]): Item[] {
  const place = "sortFieldsUi.sortField";
  const dots = !context.flag("options.disableDotNotation", 0);
  const fields = context.list(place, 0).map((entry, index) => {
    const { fieldName, order = "ascending" } = entry as JsonObject;
    const name = getTextOr("", fieldName);
    if (items.length > 0 && items.every(({ json }) => getField(json, name, dots) === undefined))
      throw context.failure(`Couldn't find the field '${name}' in the input data`, {
        field: `${place}[${index}].fieldName`,
      });
    return { name, sign: order === "descending" ? -1 : 1 };
  });
  if (fields.length === 0)
    throw context.failure("No sorting specified. Please add a field to sort by", { field: place });
  return items.sort((one, other) => {
    for (const { name, sign } of fields) {
      const compared = compare(getField(one.json, name, dots), getField(other.json, name, dots));
      if (compared !== 0) return compared * sign;
    }
    return 0;
  });
}

/** Compares values, ignoring the case of strings. */
function compare(one: JsonValue | undefined, other: JsonValue | undefined): number {
  return compareValues(toLowerCase(one), toLowerCase(other));
}

const toLowerCase = (value: JsonValue | undefined) =>
  typeof value === "string" ? value.toLowerCase() : value;

/** The code that sorts the indexes of the items by the author's comparison of `a` and `b`. */
const SORTING = `const compare = (a, b) => {
CODE
};
return toSort.map((_, index) => index).sort((one, other) => compare(toSort[one], toSort[other]));`;

/** Returns the indexes of the items sorted by the author's comparison, which runs in the sandbox. */
async function orderByCode(context: NodeContext): Promise<number[]> {
  const code = context.text("code", 0, "return 0;");
  if (!code.includes("return"))
    throw context.failure("Sort code doesn't return. Please add a 'return' statement to your code", {
      field: "code",
    });
  const { value, logs } = await context.services.code
    .javascript({
      source: SORTING.replace("CODE", () => code),
      variables: { toSort: context.items.map(({ json }) => ({ json })) },
      scope: {
        items: context.items,
        itemIndex: 0,
        runIndex: context.runIndex,
        nodeItems: () => undefined,
        pairedItem: () => undefined,
        nodeParameters: () => undefined,
        info: {},
        staticData: { global: {}, node: {} },
      },
      signal: context.signal,
    })
    .catch((error: unknown) => {
      if (context.signal.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw context.failure(message, { field: "code" }, { cause: error });
    });
  for (const { level, message } of logs) context.log(level, message);
  return Array.isArray(value) ? value.map(Number) : [];
}
