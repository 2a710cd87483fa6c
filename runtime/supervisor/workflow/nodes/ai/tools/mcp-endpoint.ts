import { jsonText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeNeeds } from "../../../model/node-type.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { literalHost } from "../../http/connected-services.ts";

/** Why a server cannot be signed in to: what an export says of credentials stays with its author's n8n. */
export function mcpUnsignable({ parameters }: WorkflowNode): string | undefined {
  const { authentication } = parameters;
  if (authentication === undefined || authentication === "none") return undefined;
  return `signs in to its MCP server with a credential (${jsonText(authentication).slice(0, 40)}), which an export does not hold: turn its authentication off`;
}

export function mcpNeeds({ parameters }: WorkflowNode): NodeNeeds {
  return { hosts: [literalHost(parameters.endpointUrl ?? parameters.sseEndpoint)] };
}

/** Where the server is, with a protocol in front. @throws NodeError where nothing is said. */
export function mcpEndpoint(context: NodeContext, itemIndex: number): string {
  const field = context.raw("endpointUrl") === undefined ? "sseEndpoint" : "endpointUrl";
  const said = context.text(field, itemIndex).trim();
  const endpoint = said.includes("://") ? said : `https://${said}`;
  if (said === "" || !URL.canParse(endpoint))
    throw context.failure("The address of the MCP server is missing or not valid", { field, itemIndex });
  return endpoint;
}

/** A failure to connect in words for the author. */
export function mcpFailure(context: NodeContext, itemIndex: number, error: unknown): Error {
  context.signal.throwIfAborted();
  const why = error instanceof Error ? error.message : String(error);
  return context.failure(
    `Could not use the MCP server: ${why.slice(0, 500)}. Servers are asked over streamable HTTP; the older transport of a lasting event stream is not supported`,
    { field: context.raw("endpointUrl") === undefined ? "sseEndpoint" : "endpointUrl", itemIndex },
    { cause: error },
  );
}
