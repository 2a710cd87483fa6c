import type { FromAiField } from "../expressions/index.ts";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import { WorkflowLimit } from "../model/node-error.ts";
import type { Tool } from "../model/sub-nodes.ts";

/** A tool's failure in words for the model; a run that is at its end goes no further. */
export function describeToolError(context: NodeContext, error: unknown): string {
  context.signal.throwIfAborted();
  if (error instanceof WorkflowLimit) throw error;
  return `There was an error: "${error instanceof Error ? error.message : String(error)}"`;
}

/** Providers take names of at most so many characters. */
const MAX_NAME_CHARS = 64;

/** A name that models can call, made of a node's. */
export function toToolName(nodeName: string): string {
  const name = nodeName
    .trim()
    .replace(/[^a-zA-Z0-9_-]+/g, "_")
    .replace(/_{2,}/g, "_");
  return name.slice(0, MAX_NAME_CHARS) || "tool";
}

/** What a model is asked for, as the schema of a tool's arguments. */
export function fromAiToSchema(fields: readonly FromAiField[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ key, description, type }): [string, JsonObject] => [
        key,
        {
          // A record or a list: JSON Schema says that by naming both.
          type: type === "json" ? ["object", "array"] : type,
          ...(description !== undefined && { description }),
        },
      ]),
    ),
    required: fields.filter(({ fallback }) => fallback === undefined).map(({ key }) => key),
  };
}

/** The tools that are attached to a node, those of servers one by one. */
export async function getConnectedTools(context: NodeContext, itemIndex: number): Promise<Tool[]> {
  return (await context.getSubNodes("ai_tool", itemIndex)).flat();
}
