import { boundText } from "@stoa/contract/bounded-text";
import type { McpServer, McpTransport } from "../../../ai/mcp-transports.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeNeeds } from "../../../model/node-type.ts";
import type { Workflow } from "../../../model/workflow.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { literalHost } from "../../http/connected-services.ts";
import { credentialAt, needOf, type RequestCredential } from "../../http/request-credential.ts";

const withProtocol = (address: string) => (address.includes("://") ? address : `https://${address}`);

/** Whose connector signs in to a node's server: what an export says of credentials stays with its author's n8n. */
function mcpCredential({ parameters }: WorkflowNode, workflow: Workflow): RequestCredential {
  const { authentication, endpointUrl, sseEndpoint } = parameters;
  if (authentication === undefined || authentication === "none") return { kind: "none" };
  const address = endpointUrl ?? sseEndpoint;
  const url =
    typeof address === "string" && !address.startsWith("=") ? withProtocol(address.trim()) : address;
  return credentialAt(toText(authentication), url, workflow);
}

export function mcpUnsignable(node: WorkflowNode, workflow: Workflow): string | undefined {
  const credential = mcpCredential(node, workflow);
  return credential.kind === "unsignable" ? credential.why : undefined;
}

/** What a client of MCP asks with. */
const METHODS = ["GET", "POST", "DELETE"];

export function mcpNeeds(node: WorkflowNode, workflow: Workflow): NodeNeeds {
  const connector = needOf(mcpCredential(node, workflow), METHODS);
  if (connector) return { connectors: [connector] };
  return { hosts: [literalHost(node.parameters.endpointUrl ?? node.parameters.sseEndpoint, "https://")] };
}

/** The first versions know the older transport alone, and the next choose it where nothing is said. */
function transportOf({ parameters, type, version }: WorkflowNode): McpTransport {
  const { serverTransport } = parameters;
  if (serverTransport === "sse" || serverTransport === "httpStreamable") return serverTransport;
  return type.endsWith(".mcpClientTool") && version < 1.2 ? "sse" : "httpStreamable";
}

/** Where the server is, with a protocol in front. @throws NodeError where nothing is said. */
export function mcpServer(context: NodeContext, itemIndex: number): McpServer {
  const field = context.raw("endpointUrl") === undefined ? "sseEndpoint" : "endpointUrl";
  const said = context.text(field, itemIndex).trim();
  const endpoint = withProtocol(said);
  if (said === "" || !URL.canParse(endpoint))
    throw context.failure("The address of the MCP server is missing or not valid", { field, itemIndex });
  const { node, workflow } = context;
  return { endpoint, credential: mcpCredential(node, workflow), transport: transportOf(node) };
}

/** A failure to connect in words for the author. */
export function mcpFailure(context: NodeContext, itemIndex: number, error: unknown): Error {
  context.signal.throwIfAborted();
  const why = error instanceof Error ? error.message : String(error);
  return context.failure(
    `Could not use the MCP server: ${boundText(why)}`,
    { field: context.raw("endpointUrl") === undefined ? "sseEndpoint" : "endpointUrl", itemIndex },
    { cause: error },
  );
}
