import { Buffer } from "node:buffer";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { toPairedItem } from "./continue-on-fail.ts";
import { getTextOr, withField } from "./fields/field-path.ts";
import { readLooseJson } from "./fields/literal-object.ts";

/** Respond to Webhook: sets the run's response and passes items on. */
export const RESPOND_TO_WEBHOOK_NODE: NodeType = {
  types: ["n8n-nodes-base.respondToWebhook"],
  versions: [1, 1.1, 1.2, 1.3, 1.4, 1.5],
  outputs: (node) => (hasResponseOutput(node) ? 2 : 1),
  unsupported: ({ parameters }) =>
    parameters.respondWith === "jwt"
      ? "it responds with a signed token (JWT), which needs a key of the workflow's author"
      : undefined,
  execute: respond,
};

/**
 * Returns whether the node has an output for the response. Version 1.3 always has this output, and later versions have
 * it only if it is enabled.
 */
function hasResponseOutput({ version, parameters }: WorkflowNode): boolean {
  return version === 1.3 || (version >= 1.4 && parameters.enableResponseOutput === true);
}

function respond(context: NodeContext): Outputs {
  const items = context.items.map((item, index) => toPairedItem(item, index));
  const answer = buildAnswer(context, items);
  context.respond(answer);
  if (!hasResponseOutput(context.node)) return [items];
  const headers: JsonObject = {};
  for (const entry of context.list("options.responseHeaders.entries", 0)) {
    const { name = "", value = "" } = entry as JsonObject;
    headers[getTextOr("", name).toLowerCase()] = getTextOr("", value);
  }
  const isRedirect = context.text("respondWith", 0) === "redirect";
  const statusCode = context.number("options.responseCode", 0, isRedirect ? 307 : 200);
  return [items, [{ json: { response: { body: answer, headers, statusCode } }, pairedItem: { item: 0 } }]];
}

function buildAnswer(context: NodeContext, items: readonly Item[]): JsonValue {
  const kind = context.text("respondWith", 0, "firstIncomingItem");
  switch (kind) {
    case "firstIncomingItem":
      return wrapInKey(context, items[0]?.json ?? {});
    case "allIncomingItems":
      return wrapInKey(
        context,
        items.map(({ json }) => json),
      );
    case "json":
      return readJsonBody(context);
    case "text":
      return context.text("responseBody", 0);
    case "noData":
      return null;
    case "redirect":
      return { redirect: context.text("redirectURL", 0) };
    case "binary":
      return readFileBody(context, items);
    default:
      throw context.failure(
        `Unknown response type '${kind}'. Use allIncomingItems, binary, firstIncomingItem, json, noData, redirect or text`,
        {
          field: "respondWith",
        },
      );
  }
}

function wrapInKey(context: NodeContext, value: JsonValue): JsonValue {
  const key = context.text("options.responseKey", 0);
  return key === "" ? value : withField({}, key, value);
}

function readJsonBody(context: NodeContext): JsonValue {
  const body = context.parameter("responseBody", 0, '{\n  "myField": "value"\n}');
  if (body === undefined || body === null || body === "") return {};
  if (typeof body !== "string") return body;
  try {
    return readLooseJson(body);
  } catch (error) {
    throw context.failure(
      "Invalid JSON in 'Response Body' field",
      { field: "responseBody", itemIndex: 0 },
      { cause: error },
    );
  }
}

function readFileBody(context: NodeContext, items: readonly Item[]): JsonValue {
  const files = items[0]?.binary ?? {};
  const isFirst = context.text("responseDataSource", 0, "automatically") === "automatically";
  const name = isFirst ? Object.keys(files)[0] : context.text("inputFieldName", 0, "data");
  const file = name !== undefined && Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file)
    throw context.failure(
      isFirst
        ? "No binary data exists on the first item!"
        : `There is no binary file '${name}' on the first item`,
      { field: isFirst ? "responseDataSource" : "inputFieldName" },
    );
  return {
    data: Buffer.from(file.bytes).toString("base64"),
    mimeType: file.mimeType,
    ...(file.fileName !== undefined && { fileName: file.fileName }),
  };
}
