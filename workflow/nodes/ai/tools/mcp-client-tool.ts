import type { JsonValue } from "@stoa/runtime/protocol";
import { type McpTool, withMcp } from "../../../ai/mcp-connection.ts";
import { toolName } from "../../../ai/tool-names.ts";
import { isObject } from "../../../model/is-object.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { Tool } from "../../../model/sub-nodes.ts";
import { aiType, versions } from "../versions.ts";
import { mcpFailure, mcpNeeds, mcpServer, mcpUnsignable } from "./mcp-endpoint.ts";
import { toolFailure } from "./tool-failure.ts";

/** The server's tools that the node is to offer. */
function wanted(context: NodeContext, itemIndex: number, tools: readonly McpTool[]): McpTool[] {
  const include = context.text("include", itemIndex, "all");
  const included = context.list("includeTools", itemIndex);
  const excluded = context.list("excludeTools", itemIndex);
  if (include === "selected") return tools.filter(({ name }) => included.includes(name));
  if (include === "except") return tools.filter(({ name }) => !excluded.includes(name));
  return [...tools];
}

/** What a call gave, for the model: its content, or the error that it says. */
function answerText(value: JsonValue): string {
  if (!isObject(value)) return JSON.stringify(value);
  return JSON.stringify(value.structuredContent ?? value.toolResult ?? value.content ?? value);
}

async function toolsOf(context: NodeContext, itemIndex: number): Promise<Tool[]> {
  const server = mcpServer(context, itemIndex);
  const timeout = context.number("options.timeout", itemIndex, 60_000);
  try {
    const tools = await withMcp(context, server, (connection) => connection.tools(), timeout);
    return wanted(context, itemIndex, tools).map(({ name, description, parameters }) => ({
      name: toolName(name),
      description,
      parameters,
      async call(args) {
        try {
          return answerText(
            await withMcp(context, server, (connection) => connection.call(name, args), timeout),
          );
        } catch (error) {
          return toolFailure(context, error);
        }
      },
    }));
  } catch (error) {
    throw mcpFailure(context, itemIndex, error);
  }
}

/** The tools of an MCP server. */
export const mcpClientTool: NodeType = {
  types: [aiType("mcpClientTool")],
  versions: versions(1, 1.2),
  unsupported: mcpUnsignable,
  needs: mcpNeeds,
  supplies: { ai_tool: toolsOf },
};
