import type { JsonValue } from "@stoa/runtime/protocol";
import { parseWorkflow } from "../../file/index.ts";
import { isObject } from "../../model/is-object.ts";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { toInputText } from "./caller-input.ts";

/** A field's value may be wrapped with how it was chosen. */
const chosen = (value: JsonValue | undefined): JsonValue | undefined =>
  isObject(value) && value.__rl !== undefined ? value.value : value;

/** `={{ $workflow.id }}`, in any spacing. */
const OWN_ID = /^=\s*\{\{\s*\$workflow\.id\s*\}\}\s*$/;

const sourceOf = ({ parameters }: WorkflowNode): string => toInputText(parameters.source) || "database";

/** Why the workflow that a node calls cannot be had; nothing where it is in the file. */
export function whySubWorkflowUnsupported(node: WorkflowNode, workflow: Workflow): string | undefined {
  const source = sourceOf(node);
  if (source === "parameter") return undefined;
  if (source !== "database")
    return `calls a workflow from ${source === "url" ? "an address" : "a file of the server"}, which is not part of the export`;
  const { parameters } = node;
  const id = toInputText(chosen(parameters.workflowId));
  if (id === workflow.id || OWN_ID.test(id)) return undefined;
  if (id === "") return "does not say which workflow it calls";
  const name = isObject(parameters.workflowId) ? toInputText(parameters.workflowId.cachedResultName) : "";
  return `calls another workflow (${name || id}), which is not part of the export. Put it into the node as JSON, or call this workflow itself`;
}

const CALLING = /\.(?:executeWorkflow|toolWorkflow)$/;

/** Whether a node runs its own workflow anew: the one that it may call beside what is in its parameters. */
export const isSelfCall = (node: WorkflowNode | undefined): boolean =>
  node !== undefined && CALLING.test(node.type) && sourceOf(node) === "database";

/** The workflow that a node calls: the one in its parameters, or its own anew. @throws NodeError */
export function getSubWorkflow(context: NodeContext, itemIndex: number): Workflow {
  if (sourceOf(context.node) !== "parameter") {
    const id = toInputText(chosen(context.parameter("workflowId", itemIndex)));
    if (id === context.workflow.id) return context.workflow;
    throw context.failure(`the workflow '${id}' is not part of the export`, {
      field: "workflowId",
      itemIndex,
    });
  }
  const json = context.parameter("workflowJson", itemIndex) ?? "";
  try {
    return parseWorkflow(typeof json === "string" ? (JSON.parse(json) as JsonValue) : json);
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not valid JSON" : (error as Error).message;
    throw context.failure(`the workflow to call cannot be read: ${why}`, {
      field: "workflowJson",
      itemIndex,
    });
  }
}

/** What a mapped field becomes, where the node is to convert it. */
function converted(value: JsonValue, type: string): JsonValue {
  if (value === null || typeof value === type) return value;
  if (type === "string") return toInputText(value);
  if (type === "number" && value !== "" && !Number.isNaN(Number(value))) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if ((type === "array" || type === "object") && typeof value === "string") {
    try {
      return JSON.parse(value) as JsonValue;
    } catch {
      return value;
    }
  }
  return value;
}

/** What is given to the called workflow for an item: its mapped fields, or the item as it is where none are mapped. */
export function mapWorkflowInputs(context: NodeContext, item: Item, itemIndex: number): Item {
  const schema = context.raw("workflowInputs.schema");
  const fields = Array.isArray(schema)
    ? schema.filter(isObject).filter(({ removed }) => removed !== true)
    : [];
  const values = context.object("workflowInputs.value", itemIndex);
  if (fields.length === 0 && Object.keys(values).length === 0) return item;
  const converts = context.flag("workflowInputs.attemptToConvertTypes", itemIndex);
  const asText = context.flag("workflowInputs.convertFieldsToString", itemIndex);
  const json: JsonObject = {};
  for (const { id, type } of fields) {
    const value = Object.hasOwn(values, toInputText(id)) ? (values[toInputText(id)] ?? null) : null;
    json[toInputText(id)] = converts || asText ? converted(value, toInputText(type) || "string") : value;
  }
  for (const [name, value] of Object.entries(values)) json[name] ??= value;
  return { ...item, json };
}
