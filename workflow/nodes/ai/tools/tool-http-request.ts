import type { JsonValue } from "@stoa/runtime/protocol";
import { describeToolError, toToolName } from "../../../ai/tools.ts";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeNeeds, NodeType } from "../../../model/node-type.ts";
import type { Tool } from "../../../model/sub-nodes.ts";
import type { Workflow } from "../../../model/workflow.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { literalHost } from "../../http/connected-services.ts";
import { getConnectorNeed, getCredentials, whyUnsignable } from "../../http/credentials.ts";
import { MAX_REDIRECTS, type RequestOptions } from "../../http/request-options.ts";
import { sendRequest } from "../../http/send-request.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { optimizeResponse } from "./optimize-response.ts";

/** Short, because a model waits for it. */
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
function modelParameters(context: NodeContext, itemIndex: number, path: string): Parameter[] {
  return context
    .list(path, itemIndex)
    .filter(isObject)
    .filter(({ valueProvider }) => valueProvider !== "fieldValue")
    .map(({ name, valueProvider }) => ({
      name: toText(name),
      required: valueProvider !== "modelOptional",
    }));
}

const placeholdersOf = (value: JsonValue | undefined): string[] =>
  [...JSON.stringify(value ?? "").matchAll(PLACEHOLDER)].map(([, name = ""]) => name);

function schemaOf(context: NodeContext, itemIndex: number): JsonObject {
  const declared = context.list("placeholderDefinitions.values", itemIndex).filter(isObject);
  const sent = PARTS.filter(({ sends }) => context.flag(sends, itemIndex));
  const named = sent.flatMap(({ specify, values }) =>
    context.text(specify, itemIndex, "keypair") === "keypair"
      ? modelParameters(context, itemIndex, values)
      : [],
  );
  const inText = [
    ...placeholdersOf(context.parameter("url", itemIndex)),
    ...sent.flatMap(({ specify, json, values }) =>
      placeholdersOf(
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
  const all = [...inText, ...named, ...whole];
  const described = (name: string): JsonObject => {
    const found = declared.find((each) => each.name === name);
    const type = toText(found?.type ?? "not specified");
    const kind = whole.some((each) => each.name === name) || type === "json" ? "object" : type;
    return {
      ...(kind !== "not specified" && { type: kind }),
      ...(found?.description !== undefined && { description: toText(found.description) }),
    };
  };
  return {
    type: "object",
    properties: Object.fromEntries(all.map(({ name }) => [name, described(name)])),
    required: [...new Set(all.filter(({ required }) => required).map(({ name }) => name))],
  };
}

const written = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? "");

const filled = (text: string, args: JsonObject, write = written): string =>
  text.replace(PLACEHOLDER, (found, name: string) => (Object.hasOwn(args, name) ? write(args[name]) : found));

/** Returns a part of the request with the model's arguments. */
function partOf(
  context: NodeContext,
  itemIndex: number,
  args: JsonObject,
  { sends, specify, json, values, part }: (typeof PARTS)[number],
): JsonObject {
  if (!context.flag(sends, itemIndex)) return {};
  const how = context.text(specify, itemIndex, "keypair");
  if (how === "model") return isObject(args[part]) ? args[part] : {};
  if (how === "json") {
    const inJson = (value: JsonValue | undefined) => JSON.stringify(written(value)).slice(1, -1);
    const value = JSON.parse(filled(context.text(json, itemIndex), args, inJson) || "{}") as JsonValue;
    return isObject(value) ? value : {};
  }
  const fields: JsonObject = {};
  for (const entry of context.list(values, itemIndex).filter(isObject)) {
    const name = toText(entry.name);
    const value = entry.valueProvider === "fieldValue" ? filled(toText(entry.value), args) : args[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

function plannedFor(context: NodeContext, itemIndex: number, args: JsonObject): RequestOptions {
  const [query, headers, body] = PARTS.map((part) => partOf(context, itemIndex, args, part));
  const url = filled(context.text("url", itemIndex), args, (value) => encodeURIComponent(written(value)));
  return {
    method: context.text("method", itemIndex, "GET"),
    url: url.includes("://") ? url : `https://${url}`,
    query: query ?? {},
    arrayFormat: "repeat",
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), written(value)]),
    ),
    body: context.flag("sendBody", itemIndex) ? { kind: "json", value: body ?? {} } : undefined,
    maxRedirects: MAX_REDIRECTS,
    timeoutMs: TIMEOUT_MS,
    response: { format: "autodetect", outputField: "data", fullResponse: false, neverError: false },
  };
}

function toolOf(context: NodeContext, itemIndex: number): Tool {
  const own = context.node.version >= NAMED_BY_NODE_SINCE ? "" : context.text("name", itemIndex);
  return {
    name: toToolName(own || context.node.name),
    description: context.text("toolDescription", itemIndex),
    parameters: schemaOf(context, itemIndex),
    async call(args) {
      try {
        const answer = await sendRequest(
          context,
          getCredentials(context.node, context.workflow),
          plannedFor(context, itemIndex, args),
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
  return connector ? { connectors: [connector] } : { hosts: [literalHost(node.parameters.url, "https://")] };
}

/** HTTP Request Tool: sends a request with values that the model fills in. */
export const toolHttpRequest: NodeType = {
  types: [toAiTypeNames("toolHttpRequest")],
  versions: versions(1, 1.1),
  unsupported: whyUnsignable,
  needs,
  supplies: { ai_tool: toolOf },
};
