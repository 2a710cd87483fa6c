import { describeToolError, fromAiToSchema, toToolName } from "../../../ai/tools.ts";

import { findFromAiFields } from "../../../expressions/index.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { ConnectedTool } from "../../../model/sub-nodes.ts";

/** Returns the author's description of a node, or a description derived from its parameters if there is none. */
function getDescription(context: NodeContext, itemIndex: number): string {
  const description = context.text("toolDescription", itemIndex);
  if (description !== "") return description;
  const { operation, resource } = context.node.parameters;
  const labels = [operation, resource].flatMap((word) =>
    typeof word === "string" && !word.startsWith("=") ? [word] : [],
  );
  return labels.length === 0 ? context.node.name : `${labels.join(" ")} in ${context.node.name}`;
}

function toTool(type: NodeType, context: NodeContext, itemIndex: number): ConnectedTool {
  return {
    name: toToolName(context.node.name),
    description: getDescription(context, itemIndex),
    parameters: fromAiToSchema(findFromAiFields(context.node.parameters)),
    async call(args) {
      const inner = context.withItems([context.items[itemIndex] ?? { json: {} }], args);
      try {
        const [items = []] = (await type.execute?.(inner)) ?? [];
        return JSON.stringify(items.map(({ json }) => json));
      } catch (error) {
        return describeToolError(context, error);
      }
    },
  };
}

/**
 * Returns the tool variant of a node type, such as `gmailTool` for `gmail`. The model fills in its `$fromAI` fields.
 */
export function convertNodeToTool(type: NodeType): NodeType {
  const [first, ...others] = type.types;
  return {
    types: [`${first}Tool`, ...others.map((name) => `${name}Tool`)],
    versions: type.versions,
    supplies: { ai_tool: (context, itemIndex) => toTool(type, context, itemIndex) },
    ...(type.unsupported && { unsupported: type.unsupported }),
    ...(type.needs && { needs: type.needs }),
  };
}
