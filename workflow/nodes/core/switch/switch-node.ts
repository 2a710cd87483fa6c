import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType, Outputs } from "../../../model/node-type.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { passedOn, unlessItGoesOn } from "../pass-on.ts";
import { outputsByRules, ruleOutputs } from "./condition-rules.ts";
import { outputsByComparison } from "./value-rules.ts";

/** Sends each item to the output whose rule it meets. */
export const SWITCH_NODE: NodeType = {
  types: ["n8n-nodes-base.switch"],
  versions: [1, 2, 3, 3.1, 3.2, 3.3, 3.4],
  outputs: outputCount,
  execute: distribute,
};

/** More outputs than anyone draws: a number in a file must not make a list of millions. */
const MOST_OUTPUTS = 1_000;

function outputCount(node: WorkflowNode): number {
  if (node.version === 1) return 4;
  const { mode } = node.parameters;
  const asked =
    mode === "expression"
      ? Number(node.parameters[node.version < 3 ? "outputsAmount" : "numberOutputs"] ?? 4)
      : ruleOutputs(node);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST_OUTPUTS) : 1;
}

function distribute(context: NodeContext): Outputs {
  const outputs: Item[][] = Array.from({ length: outputCount(context.node) }, () => []);
  for (const [index, item] of context.items.entries()) {
    const found = unlessItGoesOn<{ output: number; item: Item }[]>(
      context,
      () =>
        outputsOf(context, index, outputs.length).map((output) => ({ output, item: passedOn(item, index) })),
      (error) => [
        { output: 0, item: { json: { error: error.message }, pairedItem: { item: index }, failed: true } },
      ],
    );
    for (const { output, item: sent } of found) outputs[output]?.push(sent);
  }
  return outputs;
}

function outputsOf(context: NodeContext, index: number, count: number): number[] {
  if (context.text("mode", index, "rules") === "expression") {
    const output = context.number("output", index, 0);
    checkOutput(context, output, index, count, "output");
    return [output];
  }
  if (context.node.version >= 3) return outputsByRules(context, index);
  const output = outputsByComparison(context, index);
  for (const chosen of output) checkOutput(context, chosen, index, count, "rules");
  return output;
}

function checkOutput(
  context: NodeContext,
  output: number,
  itemIndex: number,
  count: number,
  field: string,
): void {
  if (Number.isInteger(output) && output >= 0 && output < count) return;
  throw context.failure(`The output ${output} is not allowed. It has to be between 0 and ${count - 1}!`, {
    field,
    itemIndex,
  });
}
