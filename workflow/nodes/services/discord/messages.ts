import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import { getBinaryFile } from "../../files/binary-file.ts";
import { encodeBody } from "../../http/send-request.ts";
import { getLocatorId } from "../resource-locator.ts";
import { createSendAndWait } from "../send-and-wait.ts";
import { encodePathPart } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import {
  DONE,
  discordApiRequest,
  discordApiRequestAllItems,
  discordApiRequestItem,
  getChannelId,
} from "./discord-api.ts";

/** https://discord.com/developers/docs/resources/message#message-object-message-flags */
const FLAGS: Readonly<Record<string, number>> = { SUPPRESS_EMBEDS: 4, SUPPRESS_NOTIFICATIONS: 4096 };

/** Returns the number of a color such as `#12f4a0`, or undefined if the value is not a color. */
function parseColor(value: JsonValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  const hex = typeof value === "string" ? /^#?([0-9a-f]{6})$/i.exec(value)?.[1] : undefined;
  return hex === undefined ? undefined : Number.parseInt(hex, 16);
}

const isFilled = (value: JsonValue | undefined): value is JsonValue => value !== undefined && value !== "";

function buildEmbed(context: NodeContext, itemIndex: number, embed: JsonObject, index: number): JsonObject {
  if (embed.inputMethod === "json") {
    if (isObject(embed.json)) return embed.json;
    try {
      const value: unknown = JSON.parse(typeof embed.json === "string" ? embed.json : "");
      if (isObject(value)) return value;
    } catch {
      // Invalid JSON gets the same error as JSON that is not an object.
    }
    throw context.failure("The embed is not a valid JSON object", {
      field: `embeds.values[${index}].json`,
      itemIndex,
    });
  }
  const { author, color, image, thumbnail, video, inputMethod: _, ...plain } = embed;
  const result: JsonObject = Object.fromEntries(Object.entries(plain).filter(([, value]) => isFilled(value)));
  if (isFilled(author)) result.author = { name: author };
  const number = parseColor(color);
  if (number !== undefined) result.color = number;
  for (const [name, url] of Object.entries({ image, thumbnail, video }))
    if (isFilled(url)) result[name] = { url };
  return result;
}

/** Returns a message in Discord's format. @throws NodeError if an embed is invalid */
function buildMessageBody(context: NodeContext, itemIndex: number): JsonObject {
  const { flags, message_reference: reference, tts } = context.object("options", itemIndex);
  const embeds = context
    .list("embeds.values", itemIndex)
    .filter(isObject)
    .map((embed, index) => buildEmbed(context, itemIndex, embed, index));
  const bits = parseFieldNames(flags).reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
  return {
    content: context.text("content", itemIndex),
    ...(tts !== undefined && { tts: tts === true }),
    ...(bits > 0 && { flags: bits }),
    ...(isFilled(reference) && { message_reference: { message_id: reference } }),
    ...(embeds.length > 0 && { embeds }),
  };
}

/** Returns the files of a message. @throws NodeError if the item lacks one of them */
function readMessageFiles(context: NodeContext, itemIndex: number, item: Item): BinaryFile[] {
  return context
    .list("files.values", itemIndex)
    .filter(isObject)
    .flatMap(({ inputFieldName = "data" }) => parseFieldNames(inputFieldName))
    .map((field) => getBinaryFile(context, item, itemIndex, field));
}

/** Returns the ID of the channel. For a person, opens a direct-message channel and returns its ID. */
async function openConversation(context: NodeContext, itemIndex: number): Promise<string> {
  if (context.text("sendTo", itemIndex, "channel") !== "user") return getChannelId(context, itemIndex);
  const { id } = await discordApiRequestItem(context, itemIndex, {
    method: "POST",
    path: "/users/@me/channels",
    body: { recipient_id: getLocatorId(context, "userId", itemIndex) },
  });
  return encodePathPart(toText(id));
}

async function sendMessage(context: NodeContext, itemIndex: number, item: Item): Promise<JsonObject> {
  const body = buildMessageBody(context, itemIndex);
  const files = readMessageFiles(context, itemIndex, item);
  const path = `/channels/${await openConversation(context, itemIndex)}/messages`;
  if (files.length === 0) return discordApiRequestItem(context, itemIndex, { method: "POST", path, body });
  const { bytes, type = "" } = await encodeBody({
    kind: "multipart",
    parts: [
      { name: "payload_json", value: JSON.stringify(body) },
      ...files.map((value, index) => ({ name: `files[${index}]`, value })),
    ],
  });
  return discordApiRequestItem(context, itemIndex, {
    method: "POST",
    path,
    content: { type, bytes: Buffer.from(bytes) },
  });
}

/** Sends a message that waits for an answer. Its links are in the text, not in buttons. */
const asks = createSendAndWait({
  methods: ["POST"],
  paths: ["/channels/*/messages", "/users/@me/channels"],
  send: async (context, { message, links }) =>
    discordApiRequestItem(context, 0, {
      method: "POST",
      path: `/channels/${await openConversation(context, 0)}/messages`,
      body: { content: [message, ...links.map(({ label, url }) => `[${label}](${url})`)].join("\n\n") },
    }),
});

const getMessagePath = (context: NodeContext, itemIndex: number) =>
  `/channels/${getChannelId(context, itemIndex)}/messages/${encodePathPart(context.text("messageId", itemIndex))}`;

/** Returns the fields that n8n keeps in simplified messages. */
function toItem(context: NodeContext, itemIndex: number, message: JsonObject): Item {
  if (!context.flag("options.simplify", itemIndex)) return { json: message };
  const fields = ["id", "channel_id", "author", "content", "timestamp", "type"];
  return {
    json: Object.fromEntries(
      fields.flatMap((field) => (message[field] === undefined ? [] : [[field, message[field]]])),
    ),
  };
}

const getAll: ServiceOperation = {
  methods: ["GET"],
  paths: ["/channels/*/messages"],
  each: async (context, itemIndex) => {
    const messages = await discordApiRequestAllItems(context, itemIndex, {
      path: `/channels/${getChannelId(context, itemIndex)}/messages`,
      page: 100,
      after: ({ id }) => ({ before: toText(id) }),
    });
    return messages.map((message) => toItem(context, itemIndex, message));
  },
};

/** Messages of a bot. */
export const MESSAGES: ServiceOperations = {
  "message.send": {
    methods: ["POST"],
    paths: ["/channels/*/messages", "/users/@me/channels"],
    each: async (context, itemIndex, item) => [{ json: await sendMessage(context, itemIndex, item) }],
  },
  "message.sendAndWait": asks,
  "message.get": {
    methods: ["GET"],
    paths: ["/channels/*/messages/*"],
    each: async (context, itemIndex) => {
      const path = getMessagePath(context, itemIndex);
      return [
        toItem(context, itemIndex, await discordApiRequestItem(context, itemIndex, { method: "GET", path })),
      ];
    },
  },
  "message.getAll": getAll,
  "message.deleteMessage": {
    methods: ["DELETE"],
    paths: ["/channels/*/messages/*"],
    each: async (context, itemIndex) => {
      await discordApiRequest(context, itemIndex, {
        method: "DELETE",
        path: getMessagePath(context, itemIndex),
      });
      return [DONE];
    },
  },
  "message.react": {
    methods: ["PUT"],
    paths: ["/channels/*/messages/*/reactions/*/@me"],
    each: async (context, itemIndex) => {
      const emoji = encodePathPart(context.text("emoji", itemIndex));
      const path = `${getMessagePath(context, itemIndex)}/reactions/${emoji}/@me`;
      await discordApiRequest(context, itemIndex, { method: "PUT", path });
      return [DONE];
    },
  },
};
