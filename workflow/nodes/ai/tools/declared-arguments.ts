import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { declaredForm } from "../parsers/structured-form.ts";

/** Where a tool takes a text. */
export const ONE_TEXT: JsonObject = {
  type: "object",
  properties: { query: { type: "string" } },
  required: ["query"],
};

/** The arguments that a tool's node declares; undefined where it takes a text. */
export function declaredArguments(
  context: NodeContext,
  itemIndex: number,
  allRequiredSince: number,
): JsonObject | undefined {
  if (!context.flag("specifyInputSchema", itemIndex)) return undefined;
  const form = declaredForm(context, itemIndex, {
    exampleField: "jsonSchemaExample",
    schemaField: "inputSchema",
    isExample: context.text("schemaType", itemIndex, "fromJson") === "fromJson",
    allRequired: context.node.version >= allRequiredSince,
  });
  return { ...(form as unknown as JsonObject), type: "object" };
}
