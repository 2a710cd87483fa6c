import type { JsonValue } from "@stoa/runtime/protocol";
import { describeToolError, fromAiToSchema, toToolName } from "../../../ai/tools.ts";
import { findFromAiFields } from "../../../expressions/index.ts";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { ConnectedTool } from "../../../model/sub-nodes.ts";
import {
  explainUnsupportedSubWorkflow,
  getSubWorkflow,
  mapWorkflowInputs,
} from "../../triggers/sub-workflow.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { readOutputSchema } from "../parsers/output-parsers.ts";

/** The arguments of a tool that takes a single string. */
const ONE_TEXT: JsonObject = {
  type: "object",
  properties: { query: { type: "string" } },
  required: ["query"],
};

/** Returns the arguments that a tool's node declares, or undefined if the tool takes a single string. */
function getDeclaredArguments(
  context: NodeContext,
  itemIndex: number,
  allRequiredSince: number,
): JsonObject | undefined {
  if (!context.flag("specifyInputSchema", itemIndex)) return undefined;
  const form = readOutputSchema(context, itemIndex, {
    exampleField: "jsonSchemaExample",
    schemaField: "inputSchema",
    isExample: context.text("schemaType", itemIndex, "fromJson") === "fromJson",
    allRequired: context.node.version >= allRequiredSince,
  });
  return { ...(form as unknown as JsonObject), type: "object" };
}

/** From this version on, the workflow's inputs are mapped, and the tool is named after its node. */
const MAPS_SINCE = 2;
const NAMED_BY_NODE_SINCE = 2.2;
const ALL_REQUIRED_SINCE = 1.3;

/** Returns the value of an entry of `fields.values`. The entry also specifies the type of the value. */
function toFieldValue(field: JsonObject): JsonValue {
  const type = toText(field.type ?? "stringValue");
  const value = field[type] ?? "";
  if (type === "numberValue") return Number(value);
  if (type === "booleanValue") return value === true || value === "true";
  if ((type === "arrayValue" || type === "objectValue") && typeof value === "string")
    return JSON.parse(value) as JsonValue;
  return value;
}

function getFixedFields(context: NodeContext): JsonObject {
  const fields = context.list("fields.values", 0).filter(isObject);
  return Object.fromEntries(fields.map((field) => [toText(field.name), toFieldValue(field)]));
}

function buildInput(context: NodeContext, args: JsonObject): Item {
  if (context.node.version < MAPS_SINCE) return { json: { ...args, ...getFixedFields(context) } };
  const [item = { json: {} }] = context.items;
  const mapped = mapWorkflowInputs(context, item, 0);
  return mapped === item ? { json: args } : mapped;
}

function toAnswer(context: NodeContext, items: readonly Item[]): string {
  if (context.node.version >= MAPS_SINCE) return JSON.stringify(items.map(({ json }) => json));
  const name = context.text("responsePropertyName", 0, "response");
  const value = items[0]?.json[name];
  if (value === undefined)
    throw new Error(
      `The workflow did not return an item with the property '${name}'. Please set this property in the last node of the workflow`,
    );
  return typeof value === "string" ? value : JSON.stringify(value);
}

function getArgumentSchema(context: NodeContext, itemIndex: number): JsonObject {
  if (context.node.version < MAPS_SINCE)
    return getDeclaredArguments(context, itemIndex, ALL_REQUIRED_SINCE) ?? ONE_TEXT;
  const fields = findFromAiFields(context.node.parameters);
  return fields.length > 0 ? fromAiToSchema(fields) : ONE_TEXT;
}

function buildTool(context: NodeContext, itemIndex: number): ConnectedTool {
  const own = context.node.version >= NAMED_BY_NODE_SINCE ? "" : context.text("name", itemIndex);
  return {
    name: toToolName(own || context.node.name),
    description: context.text("description", itemIndex),
    parameters: getArgumentSchema(context, itemIndex),
    async call(args) {
      const inner = context.withItems([context.items[itemIndex] ?? { json: {} }], args);
      try {
        const items = await inner.runSubWorkflow(getSubWorkflow(inner, 0), [buildInput(inner, args)]);
        return toAnswer(inner, items);
      } catch (error) {
        return describeToolError(context, error);
      }
    },
  };
}

/** The Call n8n Workflow Tool node, which runs a workflow that the node contains, or this workflow. */
export const toolWorkflow: NodeType = {
  types: [toAiTypeNames("toolWorkflow")],
  versions: [...versions(1, 1.3), ...versions(2, 2.2)],
  unsupported: explainUnsupportedSubWorkflow,
  // The tool may call any workflow, and that workflow may contain any URL.
  needs: ({ parameters }) => (parameters.source === "parameter" ? { hosts: [undefined] } : {}),
  supplies: { ai_tool: buildTool },
};
