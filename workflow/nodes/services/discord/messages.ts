import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { encodeBody } from "../../http/request-encoding.ts";
import { locatedId } from "../resource-locator.ts";
import { sendAndWait } from "../send-and-wait.ts";
import { inPath } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { askDiscord, channelOf, DONE, listOfDiscord, recordOfDiscord } from "./discord-call.ts";
import { messageBody, messageFiles } from "./message-content.ts";

/** Where the message goes: a channel, or the conversation with one person. */
async function conversation(context: NodeContext, itemIndex: number): Promise<string> {
  if (context.text("sendTo", itemIndex, "channel") !== "user") return channelOf(context, itemIndex);
  const { id } = await recordOfDiscord(context, itemIndex, {
    method: "POST",
    path: "/users/@me/channels",
    body: { recipient_id: locatedId(context, "userId", itemIndex) },
  });
  return inPath(toText(id));
}

async function sent(context: NodeContext, itemIndex: number, item: Item): Promise<JsonObject> {
  const body = messageBody(context, itemIndex);
  const files = messageFiles(context, itemIndex, item);
  const path = `/channels/${await conversation(context, itemIndex)}/messages`;
  if (files.length === 0) return recordOfDiscord(context, itemIndex, { method: "POST", path, body });
  const { bytes, type = "" } = await encodeBody({
    kind: "multipart",
    parts: [
      { name: "payload_json", value: JSON.stringify(body) },
      ...files.map((value, index) => ({ name: `files[${index}]`, value })),
    ],
  });
  return recordOfDiscord(context, itemIndex, {
    method: "POST",
    path,
    content: { type, bytes: Buffer.from(bytes) },
  });
}

/** Discord has buttons for bots' own answers alone where they are not links: links in the text serve everybody. */
const asks = sendAndWait({
  methods: ["POST"],
  paths: ["/channels/*/messages", "/users/@me/channels"],
  send: async (context, { message, links }) =>
    recordOfDiscord(context, 0, {
      method: "POST",
      path: `/channels/${await conversation(context, 0)}/messages`,
      body: { content: [message, ...links.map(({ label, url }) => `[${label}](${url})`)].join("\n\n") },
    }),
});

const messagePath = (context: NodeContext, itemIndex: number) =>
  `/channels/${channelOf(context, itemIndex)}/messages/${inPath(context.text("messageId", itemIndex))}`;

/** The fields that n8n keeps of a message where it is to be simple. */
function shown(context: NodeContext, itemIndex: number, message: JsonObject): Item {
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
    const messages = await listOfDiscord(context, itemIndex, {
      path: `/channels/${channelOf(context, itemIndex)}/messages`,
      page: 100,
      after: ({ id }) => ({ before: toText(id) }),
    });
    return messages.map((message) => shown(context, itemIndex, message));
  },
};

/** Messages of a bot. */
export const MESSAGES: ServiceOperations = {
  "message.send": {
    methods: ["POST"],
    paths: ["/channels/*/messages", "/users/@me/channels"],
    each: async (context, itemIndex, item) => [{ json: await sent(context, itemIndex, item) }],
  },
  "message.sendAndWait": asks,
  "message.get": {
    methods: ["GET"],
    paths: ["/channels/*/messages/*"],
    each: async (context, itemIndex) => {
      const path = messagePath(context, itemIndex);
      return [shown(context, itemIndex, await recordOfDiscord(context, itemIndex, { method: "GET", path }))];
    },
  },
  "message.getAll": getAll,
  "message.deleteMessage": {
    methods: ["DELETE"],
    paths: ["/channels/*/messages/*"],
    each: async (context, itemIndex) => {
      await askDiscord(context, itemIndex, { method: "DELETE", path: messagePath(context, itemIndex) });
      return [DONE];
    },
  },
  "message.react": {
    methods: ["PUT"],
    paths: ["/channels/*/messages/*/reactions/*/@me"],
    each: async (context, itemIndex) => {
      const emoji = inPath(context.text("emoji", itemIndex));
      const path = `${messagePath(context, itemIndex)}/reactions/${emoji}/@me`;
      await askDiscord(context, itemIndex, { method: "PUT", path });
      return [DONE];
    },
  },
};
