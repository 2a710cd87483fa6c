import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { toPairedItem } from "./continue-on-fail.ts";
import { getTextOr, toText } from "./fields/field-path.ts";

/** The maximum number of values per execution that n8n stores for searches. */
const MOST_VALUES = 10;

/** The Execution Data node, which writes values to the run's trace and passes items on. */
export const EXECUTION_DATA_NODE: NodeType = {
  types: ["n8n-nodes-base.executionData"],
  versions: [1, 1.1],
  execute: noteValues,
};

function noteValues(context: NodeContext): Outputs {
  for (const index of context.items.keys()) {
    for (const entry of context.list("dataToSave.values", index).slice(0, MOST_VALUES)) {
      const { key, value } = entry as JsonObject;
      if (key) context.log("info", `${toText(key)}: ${getTextOr("null", value)}`);
    }
  }
  return [context.items.map((item, index) => toPairedItem(item, index))];
}
