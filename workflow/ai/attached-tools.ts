import type { NodeContext } from "../model/node-context.ts";
import type { Tool } from "../model/sub-nodes.ts";

/** The tools that are attached to a node, those of servers one by one. */
export async function attachedTools(context: NodeContext, itemIndex: number): Promise<Tool[]> {
  return (await context.getSubNodes("ai_tool", itemIndex)).flat();
}
