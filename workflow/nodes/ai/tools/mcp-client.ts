import { boundText } from "@stoa/contract/bounded-text";
import type { JsonValue } from "@stoa/runtime/protocol";
import { withMcp } from "../../../ai/mcp-connection.ts";
import { chosenText } from "../../../ai/model-names.ts";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { aiType } from "../versions.ts";
import { mcpFailure, mcpNeeds, mcpServer, mcpUnsignable } from "./mcp-endpoint.ts";

function argumentsOf(context: NodeContext, itemIndex: number): JsonObject {
  if (context.text("inputMode", itemIndex, "manual") === "manual")
    return context.object("parameters.value", itemIndex);
  const given = context.parameter("jsonInput", itemIndex, "{}");
  try {
    const value = typeof given === "string" ? (JSON.parse(given) as JsonValue) : given;
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw context.failure("'jsonInput' is to be a JSON object", { field: "jsonInput", itemIndex });
}

/** Texts that are JSON are given as what they say. */
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

/** Calls one tool of an MCP server for each item. */
export const mcpClient: NodeType = {
  types: [aiType("mcpClient")],
  versions: [1, 1.1],
  unsupported: mcpUnsignable,
  needs: mcpNeeds,
  execute: async (context) => [
    await context.each(async (_, index) => {
      const args = argumentsOf(context, index);
      const tool = chosenText(context.parameter("tool", index));
      const server = mcpServer(context, index);
      const answer = await withMcp(context, server, (connection) => connection.call(tool, args)).catch(
        (error: unknown) => {
          throw mcpFailure(context, index, error);
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
