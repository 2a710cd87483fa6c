import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { toInputText } from "./caller-input.ts";
import { withInputFiles } from "./input-files.ts";
import { findReferencedFiles } from "./referenced-files.ts";

/** The fields of n8n's webhook output. An input that has only such fields describes a whole request. */
const PARTS = ["headers", "params", "query", "body", "webhookUrl", "executionMode"];

function getMethods({ parameters }: WorkflowNode): string[] {
  const { httpMethod } = parameters;
  if (parameters.multipleMethods === true)
    return Array.isArray(httpMethod) && httpMethod.length > 0 ? httpMethod.map(toInputText) : ["GET", "POST"];
  return [toInputText(httpMethod) || "GET"];
}

function buildRequest(json: JsonObject, methods: readonly string[]): JsonObject {
  const names = Object.keys(json);
  if (names.some((name) => PARTS.includes(name)) && names.every((name) => PARTS.includes(name))) return json;
  // If the webhook accepts GET but not POST, the input is also the query.
  return methods.includes("POST") || !methods.includes("GET") ? { body: json } : { body: json, query: json };
}

/** Webhook: outputs the caller's input as the body of a request, and its files as binary data. */
export const webhook: NodeType = {
  types: ["n8n-nodes-base.webhook"],
  versions: [1, 1.1, 2, 2.1],
  trigger: true,
  outputs: (node) => getMethods(node).length,
  execute({ node, workflow, items, execution }) {
    const methods = getMethods(node);
    const path = toInputText(node.parameters.path) || node.id;
    const files = findReferencedFiles(workflow, node);
    const results = items.map((item) => {
      const { json, binary } = withInputFiles(files, item);
      const { headers, params, query, body, webhookUrl, executionMode } = buildRequest(json, methods);
      return {
        json: {
          headers: isObject(headers) ? headers : {},
          params: isObject(params) ? params : {},
          query: isObject(query) ? query : {},
          body: body ?? {},
          webhookUrl: webhookUrl ?? `http://localhost:5678/webhook/${path.replace(/^\//, "")}`,
          executionMode: executionMode ?? execution.mode,
        },
        ...(binary && { binary }),
      };
    });
    const output = Math.max(0, methods.indexOf("POST"));
    return methods.map((_, index) => (index === output ? results : []));
  },
};
