import type { WorkflowNode } from "../../../model/workflow-node.ts";

/** Whether a Wait node waits for somebody, whose answer takes the place of its items. */
export function waitsForAnswer({ parameters: { resume } }: Pick<WorkflowNode, "parameters">): boolean {
  return resume === "webhook" || resume === "form";
}
