import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { aggregateItems } from "./aggregate.ts";
import { removeDuplicateItems } from "./duplicates/within-input.ts";
import { getTextOr, parseFieldNames } from "./fields/field-path.ts";

import { limitItems } from "./limit.ts";
import { sortItems } from "./sort.ts";
import { splitOut } from "./split-out.ts";
import { summarizeItems } from "./summarize.ts";

/** The legacy node that n8n split into Split Out, Aggregate, Remove Duplicates, Sort, Limit and Summarize. */
export const ITEM_LISTS_NODE: NodeType = {
  types: ["n8n-nodes-base.itemLists"],
  versions: [1, 2, 2.1, 2.2, 3, 3.1],
  execute: runOperation,
};

async function runOperation(context: NodeContext): Promise<Outputs> {
  const operation = context.text("operation", 0, "splitOutItems");
  switch (operation) {
    case "splitOutItems":
      return [
        await splitOut(context, {
          getFields: (index) => parseFieldNames(context.parameter("fieldToSplitOut", index)),
          getIncludedFields: (index) => getListedNames(context, "fieldsToInclude", index),
          refusesMissing: context.node.version < 2.1,
          refused: context.node.version < 2 ? "objects" : context.node.version < 2.2 ? "values" : undefined,
        }),
      ];
    case "aggregateItems":
    case "concatenateItems":
      return [[aggregateItems(context, (field) => getListedNames(context, field, 0))]];
    case "removeDuplicates":
      return [
        removeDuplicateItems(context, {
          names: (field) => getListedNames(context, field, 0),
          allowsNull: context.node.version >= 3.1,
        }),
      ];
    case "sort":
      return [await sortItems(context)];
    case "limit":
      return limitItems(context);
    case "summarize":
      return [summarizeItems(context, { refusesMissing: context.node.version < 2.1, groupsByText: true })];
    default:
      throw context.failure(
        `Unknown operation '${operation}'. Use aggregateItems, concatenateItems, limit, removeDuplicates, sort, splitOutItems or summarize`,
        {
          field: "operation",
        },
      );
  }
}

/**
 * Returns the listed names. Before version 3 the parameter is a list of objects, from version 3 on it is
 * comma-separated text.
 */
function getListedNames(context: NodeContext, field: string, itemIndex: number): string[] {
  const listed = context.list(`${field}.fields`, itemIndex);
  if (listed.length === 0) return parseFieldNames(context.parameter(field, itemIndex));
  return listed
    .map((entry) => getTextOr("", (entry as JsonObject).fieldName).trim())
    .filter((name) => name !== "");
}
