import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { getSubWorkflow, mapWorkflowInputs, whySubWorkflowUnsupported } from "./sub-workflow.ts";

/** From this version on, the sub-workflow's inputs are mapped. */
const MAPS_SINCE = 1.2;

function givenItem(context: NodeContext, item: Item, index: number): Item {
  return context.node.version >= MAPS_SINCE ? mapWorkflowInputs(context, item, index) : item;
}

/** Calls the sub-workflow once with all items. Unpaired results come from all of them. */
async function calledOnce(context: NodeContext): Promise<Item[]> {
  const items = context.items.map((item, index) => givenItem(context, item, index));
  const made = await context.runSubWorkflow(getSubWorkflow(context, 0), items);
  const all = items.map((_, item) => ({ item }));
  return made.map((item, index) => ({
    ...item,
    pairedItem: made.length === items.length ? { item: index } : all,
  }));
}

function calledForEach(context: NodeContext): Promise<Item[]> {
  return context.each((item, index) =>
    context.runSubWorkflow(getSubWorkflow(context, index), [givenItem(context, item, index)]),
  );
}

/** Execute Workflow: runs a workflow that is in the node, or this workflow. */
export const executeWorkflow: NodeType = {
  types: ["n8n-nodes-base.executeWorkflow"],
  versions: [1, 1.1, 1.2, 1.3],
  unsupported: whySubWorkflowUnsupported,
  // It may call any workflow, with any URL in it.
  needs: ({ parameters }) => (parameters.source === "parameter" ? { hosts: [undefined] } : {}),
  async execute(context) {
    const waits = context.flag("options.waitForSubWorkflow", 0, true);
    const made = context.raw("mode") === "each" ? await calledForEach(context) : await calledOnce(context);
    return [waits ? made : context.items];
  },
};
