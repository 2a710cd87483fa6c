import type { FromAiField } from "../expressions/index.ts";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import { WorkflowLimit } from "../model/node-error.ts";
import type { ConnectedTool } from "../model/sub-nodes.ts";

/** Returns a tool's error as text for the model. Rethrows errors that end the run. */
export function describeToolError(context: NodeContext, error: unknown): string {
  context.signal.throwIfAborted();
  if (error instanceof WorkflowLimit) throw error;
  return `There was an error: "${error instanceof Error ? error.message : String(error)}"`;
}

/** The maximum length of a tool name, which providers limit. */
const MAX_NAME_CHARS = 64;

/** Returns a tool name that models can call, derived from a node's name. */
export function toToolName(nodeName: string): string {
  const name = nodeName
    .trim()
    .replace(/[^a-zA-Z0-9_-]+/g, "_")
    .replace(/_{2,}/g, "_");
  return name.slice(0, MAX_NAME_CHARS) || "tool";
}

/** Returns the `$fromAI` fields of a tool as the JSON schema of its arguments. */
export function fromAiToSchema(fields: readonly FromAiField[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ key, description, type }): [string, JsonObject] => [
        key,
        {
          // `json` is an object or an array, which JSON Schema expresses by listing both types.
          type: type === "json" ? ["object", "array"] : type,
          ...(description !== undefined && { description }),
        },
      ]),
    ),
    required: fields.filter(({ fallback }) => fallback === undefined).map(({ key }) => key),
  };
}

/** Returns the tools that are connected to a node. An MCP server's tools are listed individually. */
export async function getConnectedTools(context: NodeContext, itemIndex: number): Promise<ConnectedTool[]> {
  return (await context.getSubNodes("ai_tool", itemIndex)).flat();
}
