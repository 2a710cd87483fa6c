import { NodeError } from "../model/node-error.ts";
import type { NodeType } from "../model/node-type.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";

export type FindNodeType = (type: string) => NodeType | undefined;

/** Returns the reason why a node of the file cannot run here, or undefined if it can. */
export function findUnsupportedReason(
  find: FindNodeType,
  node: WorkflowNode,
  workflow: Workflow,
): string | undefined {
  const type = find(node.type);
  if (!type) return `nodes of type ${node.type} are not supported`;
  const isSlip = type.takesLaterVersions && node.version > Math.max(...type.versions);
  if (!type.versions.includes(node.version) && !isSlip)
    return `version ${node.version} of ${node.type} is not supported`;
  return type.unsupported?.(node, workflow);
}

/** Returns the type of a node. @throws NodeError if the node cannot run here */
export function getNodeType(find: FindNodeType, node: WorkflowNode, workflow: Workflow): NodeType {
  const why = findUnsupportedReason(find, node, workflow);
  const type = find(node.type);
  if (why !== undefined || !type)
    throw new NodeError(why ?? "the node is not supported", { node: node.name, field: "type" });
  return type;
}
