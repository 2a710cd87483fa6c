import type { NodeType } from "../../../model/node-type.ts";
import { fieldNames } from "../fields/field-path.ts";
import { passedOn } from "../pass-on.ts";
import { clearSeen, withoutSeen } from "./seen-before.ts";
import { withoutDuplicates } from "./within-input.ts";

const SEEN = "removeItemsSeenInPreviousExecutions";

/** Leaves out items that came before, in the same input or in earlier runs. */
export const REMOVE_DUPLICATES_NODE: NodeType = {
  types: ["n8n-nodes-base.removeDuplicates"],
  versions: [1, 1.1, 2],
  outputs: (node) => (node.version >= 2 && node.parameters.operation === SEEN ? 2 : 1),
  async execute(context) {
    const operation = context.node.version < 2 ? "" : context.text("operation", 0);
    if (operation === SEEN) return withoutSeen(context);
    if (operation === "clearDeduplicationHistory") {
      await clearSeen(context);
      return [context.items.map((item, index) => passedOn(item, index))];
    }
    return [withoutDuplicates(context, (field) => fieldNames(context.parameter(field, 0)))];
  },
};
