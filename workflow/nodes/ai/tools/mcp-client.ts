import { boundText } from "@stoa/contract/bounded-text";
import { type McpTool, type McpTransport, toModelTools } from "@stoa/runtime/mcp";
import type { JsonValue } from "@stoa/runtime/protocol";
import { type NodeMcpServer, withMcp } from "../../../ai/mcp-connection.ts";
import { getLocatorValue } from "../../../ai/model-names.ts";
import { describeToolError } from "../../../ai/tools.ts";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeNeeds, NodeType } from "../../../model/node-type.ts";
import type { ConnectedTool } from "../../../model/sub-nodes.ts";
import type { Workflow } from "../../../model/workflow.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { getLiteralHost } from "../../http/connected-services.ts";
import { findCredentials, getConnectorNeed, type RequestCredentials } from "../../http/credentials.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

const withProtocol = (address: string) => (address.includes("://") ? address : `https://${address}`);

/** Returns the credentials for a node's server. Exports do not contain the author's credentials, which stay in n8n. */
function findMcpCredential({ parameters }: WorkflowNode, workflow: Workflow): RequestCredentials {
  const { authentication, endpointUrl, sseEndpoint } = parameters;
  if (authentication === undefined || authentication === "none") return { kind: "none" };
  const address = endpointUrl ?? sseEndpoint;
  const url =
    typeof address === "string" && !address.startsWith("=") ? withProtocol(address.trim()) : address;
  return findCredentials(toText(authentication), url, workflow);
}

function explainMcpUnsignable(node: WorkflowNode, workflow: Workflow): string | undefined {
  const credential = findMcpCredential(node, workflow);
  return credential.kind === "unsignable" ? credential.why : undefined;
}

/** The methods that an MCP client needs for its requests. */
const METHODS = ["GET", "POST", "DELETE"];

function findMcpNeeds(node: WorkflowNode, workflow: Workflow): NodeNeeds {
  const connector = getConnectorNeed(findMcpCredential(node, workflow), METHODS);
  if (connector) return { connectors: [connector] };
  return { hosts: [getLiteralHost(node.parameters.endpointUrl ?? node.parameters.sseEndpoint, "https://")] };
}

/** Returns the node's transport. Tool nodes before version 1.2 default to SSE, all others to streamable HTTP. */
function getTransport({ parameters, type, version }: WorkflowNode): McpTransport {
  const { serverTransport } = parameters;
  if (serverTransport === "sse" || serverTransport === "httpStreamable") return serverTransport;
  return type.endsWith(".mcpClientTool") && version < 1.2 ? "sse" : "httpStreamable";
}

/** Returns the server's URL, with a protocol. @throws NodeError if the URL is missing or invalid */
function getMcpServer(context: NodeContext, itemIndex: number): NodeMcpServer {
  const field = context.raw("endpointUrl") === undefined ? "sseEndpoint" : "endpointUrl";
  const address = context.text(field, itemIndex).trim();
  const endpoint = withProtocol(address);
  if (address === "" || !URL.canParse(endpoint))
    throw context.failure(
      "The MCP server's URL is missing or invalid. Enter a complete URL, such as https://example.com/mcp",
      { field, itemIndex },
    );
  const { node, workflow } = context;
  return { endpoint, credential: findMcpCredential(node, workflow), transport: getTransport(node) };
}

/** Returns the error for the author that explains why the MCP server could not be used. */
function createMcpFailure(context: NodeContext, itemIndex: number, error: unknown): Error {
  context.signal.throwIfAborted();
  const why = error instanceof Error ? error.message : String(error);
  return context.failure(
    `Could not use the MCP server: ${boundText(why)}`,
    { field: context.raw("endpointUrl") === undefined ? "sseEndpoint" : "endpointUrl", itemIndex },
    { cause: error },
  );
}

/** Returns the server's tools that the node includes. */
function selectTools(context: NodeContext, itemIndex: number, tools: readonly McpTool[]): McpTool[] {
  const include = context.text("include", itemIndex, "all");
  const included = context.list("includeTools", itemIndex);
  const excluded = context.list("excludeTools", itemIndex);
  if (include === "selected") return tools.filter(({ name }) => included.includes(name));
  if (include === "except") return tools.filter(({ name }) => !excluded.includes(name));
  return [...tools];
}

/** Returns a tool result for the model: its content or its error. */
function answerText(value: JsonValue): string {
  if (!isObject(value)) return JSON.stringify(value);
  return JSON.stringify(value.structuredContent ?? value.toolResult ?? value.content ?? value);
}

async function listTools(context: NodeContext, itemIndex: number): Promise<ConnectedTool[]> {
  const server = getMcpServer(context, itemIndex);
  const timeout = context.number("options.timeout", itemIndex, 60_000);
  try {
    const listed = await withMcp(context, server, (session) => session.listTools(), timeout);
    const { tools, leftOut } = toModelTools(selectTools(context, itemIndex, listed));
    for (const reason of leftOut) context.log("warning", reason);
    return tools.map(({ name, original, description, parameters }) => ({
      name,
      description,
      parameters,
      async call(args) {
        try {
          return answerText(
            await withMcp(context, server, (session) => session.call(original, args), timeout),
          );
        } catch (error) {
          return describeToolError(context, error);
        }
      },
    }));
  } catch (error) {
    throw createMcpFailure(context, itemIndex, error);
  }
}

/** The MCP Client Tool node, which offers the tools of an MCP server. */
export const mcpClientTool: NodeType = {
  types: [toAiTypeNames("mcpClientTool")],
  versions: versions(1, 1.2),
  unsupported: explainMcpUnsignable,
  needs: findMcpNeeds,
  supplies: { ai_tool: listTools },
};

function readArguments(context: NodeContext, itemIndex: number): JsonObject {
  if (context.text("inputMode", itemIndex, "manual") === "manual")
    return context.object("parameters.value", itemIndex);
  const argumentText = context.parameter("jsonInput", itemIndex, "{}");
  try {
    const value = typeof argumentText === "string" ? (JSON.parse(argumentText) as JsonValue) : argumentText;
    if (isObject(value)) return value;
  } catch {
    // Invalid JSON gets the same error as JSON that is not an object.
  }
  throw context.failure("'jsonInput' must be a JSON object", { field: "jsonInput", itemIndex });
}

/** Parses those text parts of a tool's result that contain JSON. */
function readContent(content: JsonValue): JsonValue {
  if (!Array.isArray(content)) return content;
  return content.map((part) => {
    if (!isObject(part) || part.type !== "text" || typeof part.text !== "string") return part;
    try {
      return { ...part, text: JSON.parse(part.text) as JsonValue };
    } catch {
      return part;
    }
  });
}

/** The MCP Client node, which calls one tool of an MCP server for each item. */
export const mcpClient: NodeType = {
  types: [toAiTypeNames("mcpClient")],
  versions: [1, 1.1],
  unsupported: explainMcpUnsignable,
  needs: findMcpNeeds,
  execute: async (context) => [
    await context.each(async (_, index) => {
      const args = readArguments(context, index);
      const tool = getLocatorValue(context.parameter("tool", index));
      const server = getMcpServer(context, index);
      const answer = await withMcp(context, server, (session) => session.call(tool, args)).catch(
        (error: unknown) => {
          throw createMcpFailure(context, index, error);
        },
      );
      const content = isObject(answer) ? (answer.content ?? []) : [];
      if (isObject(answer) && answer.isError === true)
        throw context.failure(`The tool '${tool}' failed: ${boundText(JSON.stringify(content))}`, {
          field: "tool",
          itemIndex: index,
        });
      return [{ json: { content: readContent(content) } }];
    }),
  ],
};
