import type { JsonValue } from "@stoa/runtime/protocol";
import { describeToolError, toToolName } from "../../../ai/tools.ts";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeNeeds, NodeType } from "../../../model/node-type.ts";
import type { ConnectedTool } from "../../../model/sub-nodes.ts";
import type { Workflow } from "../../../model/workflow.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { getLiteralHost } from "../../http/connected-services.ts";
import { explainUnsignable, getConnectorNeed, getCredentials } from "../../http/credentials.ts";
import { MAX_REDIRECTS, type RequestOptions } from "../../http/request-options.ts";
import { sendRequest } from "../../http/send-request.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { optimizeResponse } from "./optimize-response.ts";

/** The timeout is short, because a model waits for the response. */
const TIMEOUT_MS = 60_000;
const NAMED_BY_NODE_SINCE = 1.1;
const PLACEHOLDER = /\{(\w+)\}/g;

/** The parts of a request besides the URL, with the parameters that enable them. */
const PARTS = [
  {
    part: "query",
    sends: "sendQuery",
    values: "parametersQuery.values",
    specify: "specifyQuery",
    json: "jsonQuery",
  },
  {
    part: "headers",
    sends: "sendHeaders",
    values: "parametersHeaders.values",
    specify: "specifyHeaders",
    json: "jsonHeaders",
  },
  {
    part: "body",
    sends: "sendBody",
    values: "parametersBody.values",
    specify: "specifyBody",
    json: "jsonBody",
  },
] as const;

interface Parameter {
  name: string;
  required: boolean;
}

/** Returns the parameters of a part that the model fills in by name. */
function findModelParameters(context: NodeContext, itemIndex: number, path: string): Parameter[] {
  return context
    .list(path, itemIndex)
    .filter(isObject)
    .filter(({ valueProvider }) => valueProvider !== "fieldValue")
    .map(({ name, valueProvider }) => ({
      name: toText(name),
      required: valueProvider !== "modelOptional",
    }));
}

const findPlaceholders = (value: JsonValue | undefined): string[] =>
  [...JSON.stringify(value ?? "").matchAll(PLACEHOLDER)].map(([, name = ""]) => name);

function buildSchema(context: NodeContext, itemIndex: number): JsonObject {
  const placeholders = context.list("placeholderDefinitions.values", itemIndex).filter(isObject);
  const sent = PARTS.filter(({ sends }) => context.flag(sends, itemIndex));
  const names = sent.flatMap(({ specify, values }) =>
    context.text(specify, itemIndex, "keypair") === "keypair"
      ? findModelParameters(context, itemIndex, values)
      : [],
  );
  const inText = [
    ...findPlaceholders(context.parameter("url", itemIndex)),
    ...sent.flatMap(({ specify, json, values }) =>
      findPlaceholders(
        context.text(specify, itemIndex, "keypair") === "json"
          ? context.parameter(json, itemIndex)
          : context
              .list(values, itemIndex)
              .filter(isObject)
              .filter(({ valueProvider }) => valueProvider === "fieldValue"),
      ),
    ),
  ].map((name): Parameter => ({ name, required: true }));
  const whole = sent
    .filter(({ specify }) => context.text(specify, itemIndex, "keypair") === "model")
    .map(({ part }): Parameter => ({ name: part, required: true }));
  const all = [...inText, ...names, ...whole];
  const toPlaceholderSchema = (name: string): JsonObject => {
    const found = placeholders.find((each) => each.name === name);
    const type = toText(found?.type ?? "not specified");
    const kind = whole.some((each) => each.name === name) || type === "json" ? "object" : type;
    return {
      ...(kind !== "not specified" && { type: kind }),
      ...(found?.description !== undefined && { description: toText(found.description) }),
    };
  };
  return {
    type: "object",
    properties: Object.fromEntries(all.map(({ name }) => [name, toPlaceholderSchema(name)])),
    required: [...new Set(all.filter(({ required }) => required).map(({ name }) => name))],
  };
}

const toPlaceholderText = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? "");

const fillPlaceholders = (text: string, args: JsonObject, write = toPlaceholderText): string =>
  text.replace(PLACEHOLDER, (found, name: string) => (Object.hasOwn(args, name) ? write(args[name]) : found));

/** Returns a part of the request with the model's arguments. */
function readPart(
  context: NodeContext,
  itemIndex: number,
  args: JsonObject,
  { sends, specify, json, values, part }: (typeof PARTS)[number],
): JsonObject {
  if (!context.flag(sends, itemIndex)) return {};
  const how = context.text(specify, itemIndex, "keypair");
  if (how === "model") return isObject(args[part]) ? args[part] : {};
  if (how === "json") {
    const toJsonText = (value: JsonValue | undefined) =>
      JSON.stringify(toPlaceholderText(value)).slice(1, -1);
    const value = JSON.parse(
      fillPlaceholders(context.text(json, itemIndex), args, toJsonText) || "{}",
    ) as JsonValue;
    return isObject(value) ? value : {};
  }
  const fields: JsonObject = {};
  for (const entry of context.list(values, itemIndex).filter(isObject)) {
    const name = toText(entry.name);
    const value =
      entry.valueProvider === "fieldValue" ? fillPlaceholders(toText(entry.value), args) : args[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

function planRequest(context: NodeContext, itemIndex: number, args: JsonObject): RequestOptions {
  const [query, headers, body] = PARTS.map((part) => readPart(context, itemIndex, args, part));
  const url = fillPlaceholders(context.text("url", itemIndex), args, (value) =>
    encodeURIComponent(toPlaceholderText(value)),
  );
  return {
    method: context.text("method", itemIndex, "GET"),
    url: url.includes("://") ? url : `https://${url}`,
    query: query ?? {},
    arrayFormat: "repeat",
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), toPlaceholderText(value)]),
    ),
    body: context.flag("sendBody", itemIndex) ? { kind: "json", value: body ?? {} } : undefined,
    maxRedirects: MAX_REDIRECTS,
    timeoutMs: TIMEOUT_MS,
    response: { format: "autodetect", outputField: "data", fullResponse: false, neverError: false },
  };
}

function buildTool(context: NodeContext, itemIndex: number): ConnectedTool {
  const own = context.node.version >= NAMED_BY_NODE_SINCE ? "" : context.text("name", itemIndex);
  return {
    name: toToolName(own || context.node.name),
    description: context.text("toolDescription", itemIndex),
    parameters: buildSchema(context, itemIndex),
    async call(args) {
      try {
        const answer = await sendRequest(
          context,
          getCredentials(context.node, context.workflow),
          planRequest(context, itemIndex, args),
        );
        return await optimizeResponse(context, itemIndex, answer);
      } catch (error) {
        return describeToolError(context, error);
      }
    },
  };
}

function needs(node: WorkflowNode, workflow: Workflow): NodeNeeds {
  const connector = getConnectorNeed(getCredentials(node, workflow), [
    toText(node.parameters.method ?? "GET"),
  ]);
  return connector
    ? { connectors: [connector] }
    : { hosts: [getLiteralHost(node.parameters.url, "https://")] };
}

/** The HTTP Request Tool node, which sends a request with values that the model fills in. */
export const toolHttpRequest: NodeType = {
  types: [toAiTypeNames("toolHttpRequest")],
  versions: versions(1, 1.1),
  unsupported: explainUnsignable,
  needs,
  supplies: { ai_tool: buildTool },
};
