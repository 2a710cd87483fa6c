import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { CodeScope } from "../../model/services.ts";

/** What a node's code sees of the workflow. `at`: the item that it is asked for. */
export function codeScope(context: NodeContext, items: readonly Item[] = context.items, at = 0): CodeScope {
  const { workflow, execution } = context;
  const prevNode = context.evaluate(
    "={{ ({ name: $prevNode?.name, outputIndex: $prevNode?.outputIndex, runIndex: $prevNode?.runIndex }) }}",
    at,
  );
  return {
    items,
    itemIndex: at,
    runIndex: context.runIndex,
    nodeItems: (name, output, run) => context.otherNode(name)?.items(output, run),
    pairedItem: (name, index) => context.otherNode(name)?.pairedItem(index),
    nodeParameters: (name) => workflow.nodes.get(name)?.parameters,
    nodeState(name) {
      const other = context.otherNode(name);
      return other && { executed: other.executed, runIndex: other.runIndex, context: other.context };
    },
    info: {
      node: context.node.name,
      timezone: workflow.timezone,
      workflow: { id: workflow.id, name: workflow.name, active: false },
      execution: { id: execution.id, mode: execution.mode, resumeUrl: "" },
      vars: {},
      prevNode: prevNode as JsonValue,
    },
    staticData: { global: context.staticData("global"), node: context.staticData("node") },
  };
}
