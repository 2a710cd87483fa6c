import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { explainUnsupportedSubWorkflow, getSubWorkflow, mapWorkflowInputs } from "./sub-workflow.ts";

/** From this version on, the sub-workflow's inputs are mapped. */
const MAPS_SINCE = 1.2;

function buildInputItem(context: NodeContext, item: Item, index: number): Item {
  return context.node.version >= MAPS_SINCE ? mapWorkflowInputs(context, item, index) : item;
}

/**
 * Calls the sub-workflow once with all items. Results are paired with the items by index if their numbers are equal.
 * Otherwise each result is paired with all items.
 */
async function callOnce(context: NodeContext): Promise<Item[]> {
  const items = context.items.map((item, index) => buildInputItem(context, item, index));
  const outputItems = await context.runSubWorkflow(getSubWorkflow(context, 0), items);
  const all = items.map((_, item) => ({ item }));
  return outputItems.map((item, index) => ({
    ...item,
    pairedItem: outputItems.length === items.length ? { item: index } : all,
  }));
}

function callForEachItem(context: NodeContext): Promise<Item[]> {
  return context.each((item, index) =>
    context.runSubWorkflow(getSubWorkflow(context, index), [buildInputItem(context, item, index)]),
  );
}

/** Execute Workflow: runs a workflow that the node contains, or this workflow. */
export const executeWorkflow: NodeType = {
  types: ["n8n-nodes-base.executeWorkflow"],
  versions: [1, 1.1, 1.2, 1.3],
  unsupported: explainUnsupportedSubWorkflow,
  // The node may call any workflow, and that workflow may contain any URL.
  needs: ({ parameters }) => (parameters.source === "parameter" ? { hosts: [undefined] } : {}),
  async execute(context) {
    const waits = context.flag("options.waitForSubWorkflow", 0, true);
    const outputItems =
      context.raw("mode") === "each" ? await callForEachItem(context) : await callOnce(context);
    return [waits ? outputItems : context.items];
  },
};
