import type { JsonValue } from "@stoa/runtime/protocol";
import { parseWorkflow } from "../../file/index.ts";
import { isObject } from "../../model/is-object.ts";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { toInputText } from "./caller-input.ts";

/** Returns the value in a resource locator, or any other value unchanged. */
const chooseValue = (value: JsonValue | undefined): JsonValue | undefined =>
  isObject(value) && value.__rl !== undefined ? value.value : value;

/** Matches `={{ $workflow.id }}`, with any spacing. */
const OWN_ID = /^=\s*\{\{\s*\$workflow\.id\s*\}\}\s*$/;

const getSource = ({ parameters }: WorkflowNode): string => toInputText(parameters.source) || "database";

/** Returns the reason why the called workflow is not available, or undefined if it is part of the file. */
export function explainUnsupportedSubWorkflow(node: WorkflowNode, workflow: Workflow): string | undefined {
  const source = getSource(node);
  if (source === "parameter") return undefined;
  if (source !== "database")
    return `it calls a workflow from ${source === "url" ? "a URL" : "a file on the server"}, which is not part of the export`;
  const { parameters } = node;
  const id = toInputText(chooseValue(parameters.workflowId));
  if (id === workflow.id || OWN_ID.test(id)) return undefined;
  if (id === "")
    return "it does not specify which workflow it calls. Put the workflow into the node as JSON, or call this workflow";
  const name = isObject(parameters.workflowId) ? toInputText(parameters.workflowId.cachedResultName) : "";
  return `it calls another workflow (${name || id}), which is not part of the export. Put it into the node as JSON, or call this workflow`;
}

const CALLING = /\.(?:executeWorkflow|toolWorkflow)$/;

/** Returns whether a node calls its own workflow instead of a workflow in its parameters. */
export const isSelfCall = (node: WorkflowNode | undefined): boolean =>
  node !== undefined && CALLING.test(node.type) && getSource(node) === "database";

/**
 * Returns the workflow that a node calls, which is in its parameters or is its own workflow.
 * @throws NodeError if the workflow is not part of the export or is invalid
 */
export function getSubWorkflow(context: NodeContext, itemIndex: number): Workflow {
  if (getSource(context.node) !== "parameter") {
    const id = toInputText(chooseValue(context.parameter("workflowId", itemIndex)));
    if (id === context.workflow.id) return context.workflow;
    throw context.failure(`the workflow '${id}' is not part of the export. Put it into the node as JSON`, {
      field: "workflowId",
      itemIndex,
    });
  }
  const json = context.parameter("workflowJson", itemIndex) ?? "";
  try {
    return parseWorkflow(typeof json === "string" ? (JSON.parse(json) as JsonValue) : json);
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not valid JSON" : (error as Error).message;
    throw context.failure(`the workflow to call is invalid: ${why}`, {
      field: "workflowJson",
      itemIndex,
    });
  }
}

/** Converts a mapped value to its declared type. Returns the value unchanged if it cannot be converted. */
function convertValue(value: JsonValue, type: string): JsonValue {
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

/** Returns the called workflow's input for an item, which consists of the mapped fields or is the item itself. */
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
    json[toInputText(id)] = converts || asText ? convertValue(value, toInputText(type) || "string") : value;
  }
  for (const [name, value] of Object.entries(values)) json[name] ??= value;
  return { ...item, json };
}
