import type { WorkflowNode } from "../../../model/workflow-node.ts";

/** What a vendor's node is to do: `text.message`. */
export function operationOf(
  { parameters }: WorkflowNode,
  standard: { resource: string; operations: Readonly<Record<string, string>> },
): string {
  const resource = typeof parameters.resource === "string" ? parameters.resource : standard.resource;
  const own = standard.operations[resource] ?? "";
  const operation = typeof parameters.operation === "string" ? parameters.operation : own;
  return `${resource}.${operation}`;
}

/** Why an operation cannot be had: the gateway makes text of text and images, and nothing else. */
export function notHad(operation: string, had: readonly string[]): string | undefined {
  if (had.includes(operation)) return undefined;
  const [resource = "", does = ""] = operation.slice(0, 80).split(".");
  return `the operation '${does}' of the resource '${resource}' is not supported: Stoa's models answer with text`;
}
