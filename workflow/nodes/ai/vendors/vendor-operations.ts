import type { ContentPart, Message } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import { invokeModel } from "../../../ai/ask-model.ts";
import { loadImage, toImagePart } from "../../../ai/images.ts";
import { extractJson } from "../../../ai/model-json.ts";
import { getModelName } from "../../../ai/model-names.ts";
import { runToolConversation } from "../../../ai/tool-conversation.ts";
import { getConnectedTools } from "../../../ai/tools.ts";
import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeNeeds } from "../../../model/node-type.ts";
import type { LanguageModel } from "../../../model/sub-nodes.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { createBinaryFile, getBinaryFile } from "../../files/binary-file.ts";
import { splitNames } from "../ai-node-type.ts";
import { readModelOptions } from "../models/model-options.ts";

/** Returns a node's operation, such as `text.message`. */
export function getOperation(
  { parameters }: WorkflowNode,
  standard: { resource: string; operations: Readonly<Record<string, string>> },
): string {
  const resource = typeof parameters.resource === "string" ? parameters.resource : standard.resource;
  const own = standard.operations[resource] ?? "";
  const operation = typeof parameters.operation === "string" ? parameters.operation : own;
  return `${resource}.${operation}`;
}

/** Returns the reason why an operation is not supported, because the gateway's models return only text. */
export function explainUnsupportedOperation(operation: string, had: readonly string[]): string | undefined {
  if (had.includes(operation)) return undefined;
  const [resource = "", does = ""] = operation.slice(0, 80).split(".");
  return `the operation '${does}' of the resource '${resource}' is not supported: Stoa's models answer with text`;
}

/** An operation that the gateway's models do not support. It calls the vendor with the caller's connector. */
export interface MediaOperation {
  path: string;
  each(context: NodeContext, itemIndex: number, item: Item): Promise<Item[]>;
}

export type MediaOperations = Readonly<Record<string, MediaOperation>>;

/** Returns the operation with this name, or undefined if there is none. */
export function findMediaOperation(operations: MediaOperations, name: string): MediaOperation | undefined {
  return Object.hasOwn(operations, name) ? operations[name] : undefined;
}

/** Returns the connector that an operation needs. */
export function getMediaNeeds(service: string, { path }: MediaOperation): NodeNeeds {
  return { connectors: [{ service, methods: ["POST"], paths: [path] }] };
}

/** Returns an item with a generated file, in the field that the options name, and the file's metadata as JSON. */
export function toBinaryItem(
  context: NodeContext,
  itemIndex: number,
  bytes: Uint8Array,
  fileInfo: { fileName?: string; mimeType?: string },
): Item {
  const file = createBinaryFile(bytes, fileInfo);
  const field = context.text("options.binaryPropertyOutput", itemIndex) || "data";
  return { json: describeFile(file), binary: { [field]: file } };
}

function describeFile({ mimeType, fileExtension, fileName }: BinaryFile): JsonObject {
  return {
    mimeType,
    fileType: mimeType.split("/")[0] ?? "",
    ...(fileExtension !== undefined && { fileExtension }),
    ...(fileName !== undefined && { fileName }),
  };
}

const ROLES: Readonly<Record<string, "system" | "user" | "assistant">> = {
  user: "user",
  assistant: "assistant",
  model: "assistant",
  system: "system",
  developer: "system",
};

/** Returns the messages that a vendor's node sends. @throws NodeError if there are none */
export function readMessages(context: NodeContext, itemIndex: number, path: string): Message[] {
  // If an export has no messages, the node sends the empty message that n8n's editor starts with.
  const isFirst = context.raw(path.split(".")[0] ?? path) === undefined;
  const listed: JsonValue[] = isFirst ? [{ content: "" }] : context.list(path, itemIndex);
  const messages = listed.filter(isObject).map(
    ({ role, content }): Message => ({
      role: ROLES[toText(role ?? "user")] ?? "user",
      content: typeof content === "string" ? content : JSON.stringify(content ?? ""),
    }),
  );
  if (messages.length === 0) throw context.failure("There is no message to send", { field: path, itemIndex });
  return messages;
}

const STANDARD_QUESTION = "What's in this image?";

/**
 * Returns a message with a question about images, from the item's binary data or the internet.
 * @throws NodeError if there are no images
 */
export async function analyzeImage(
  context: NodeContext,
  itemIndex: number,
  fields: { binary: string; ownKinds: readonly string[] },
): Promise<Message> {
  const chosen = context.text("options.detail", itemIndex, "auto");
  const detail = chosen === "low" || chosen === "high" ? chosen : "auto";
  const isFile = fields.ownKinds.includes(context.text("inputType", itemIndex, "url"));
  const item = context.items[itemIndex] ?? { json: {} };
  const images: ContentPart[] = [];
  if (isFile)
    for (const name of splitNames(context.text(fields.binary, itemIndex, "data"))) {
      const image = toImagePart(getBinaryFile(context, item, itemIndex, name), detail);
      if (!image)
        throw context.failure(`The file '${name}' is not an image that models accept`, {
          field: fields.binary,
          itemIndex,
        });
      images.push(image);
    }
  else
    for (const url of splitNames(context.text("imageUrls", itemIndex)))
      images.push(await loadImage(context, url, detail, { field: "imageUrls", itemIndex }));
  if (images.length === 0)
    throw context.failure("There is no image to ask about", { field: "imageUrls", itemIndex });
  return {
    role: "user",
    content: [{ type: "text", text: context.text("text", itemIndex, STANDARD_QUESTION) }, ...images],
  };
}

/** The maximum number of model turns for a message that may call tools. */
const MAX_TURNS = 15;

function createModel(context: NodeContext, itemIndex: number): LanguageModel {
  const model = getModelName(context.parameter("modelId", itemIndex));
  return { ...readModelOptions(context, itemIndex), model };
}

/**
 * Returns a model's answer to a vendor node's messages. The model can call the tools that are connected to the node.
 */
export async function askVendorModel(
  context: NodeContext,
  itemIndex: number,
  systemField: string,
): Promise<JsonValue> {
  const isJson = context.flag("jsonOutput", itemIndex);
  const model: LanguageModel = {
    ...createModel(context, itemIndex),
    ...(isJson && { responseFormat: { type: "json_object" } }),
  };
  const messages = readMessages(context, itemIndex, "messages.values");
  const system = context.text(systemField, itemIndex);
  if (system !== "") messages.unshift({ role: "system", content: system });
  const tools = await getConnectedTools(context, itemIndex);
  const { text } = await runToolConversation(context, {
    models: [model],
    messages,
    tools,
    maxTurns: MAX_TURNS,
  });
  return isJson ? (extractJson(text) ?? text) : text;
}

/** Returns the text of a model's answer to one message, for example a question about images. */
export async function toMessageText(
  context: NodeContext,
  itemIndex: number,
  message: Message,
): Promise<string> {
  const { text } = await invokeModel(context, createModel(context, itemIndex), { messages: [message] });
  return text;
}
