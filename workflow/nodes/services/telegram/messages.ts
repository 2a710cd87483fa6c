import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { fileOf } from "../../files/binary-file.ts";
import { sendAndWait } from "../send-and-wait.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { askTelegram, moreFields, oneCall, replyMarkup, sendFile } from "./telegram-api.ts";

const chat = (context: NodeContext, itemIndex: number): JsonObject => ({
  chat_id: context.text("chatId", itemIndex),
});

const message = (context: NodeContext, itemIndex: number): JsonObject => ({
  ...chat(context, itemIndex),
  message_id: context.text("messageId", itemIndex),
});

const sendMessage = oneCall("sendMessage", (context, itemIndex) => ({
  ...chat(context, itemIndex),
  text: context.text("text", itemIndex),
  parse_mode: "Markdown",
  ...moreFields(context, itemIndex),
  ...replyMarkup(context, itemIndex),
}));

/** As plain text: what an author's expressions give need not be the Markdown that Telegram takes. */
const asks = sendAndWait({
  methods: ["POST"],
  paths: ["/sendMessage"],
  send: (context, { message: text, links }) =>
    askTelegram(context, 0, "sendMessage", {
      ...chat(context, 0),
      text,
      reply_markup: { inline_keyboard: [links.map(({ label, url }) => ({ text: label, url }))] },
    }),
});

const editMessageText = oneCall("editMessageText", (context, itemIndex) => ({
  ...(context.text("messageType", itemIndex, "message") === "inlineMessage"
    ? { inline_message_id: context.text("inlineMessageId", itemIndex) }
    : message(context, itemIndex)),
  text: context.text("text", itemIndex),
  ...moreFields(context, itemIndex),
  ...replyMarkup(context, itemIndex),
}));

/** A file that Telegram knows or finds itself (by id, by address), or one of the item. */
const sends = (method: string, field: string): ServiceOperation => ({
  methods: ["POST"],
  paths: [`/${method}`],
  each: async (context, itemIndex, item) => {
    const body = {
      ...chat(context, itemIndex),
      ...moreFields(context, itemIndex),
      ...replyMarkup(context, itemIndex),
    };
    if (!context.flag("binaryData", itemIndex))
      return [
        {
          json: await askTelegram(context, itemIndex, method, {
            ...body,
            [field]: context.text("file", itemIndex),
          }),
        },
      ];
    const own = fileOf(context, item, itemIndex, context.text("binaryPropertyName", itemIndex, "data"));
    const file = renamed(own, context.text("additionalFields.fileName", itemIndex));
    return [{ json: await sendFile(context, itemIndex, method, { field, file, body }) }];
  },
});

const renamed = (file: BinaryFile, fileName: string): BinaryFile =>
  fileName === "" ? file : { ...file, fileName };

function mediaOf(context: NodeContext, itemIndex: number): JsonObject[] {
  return context
    .list("media.media", itemIndex)
    .filter(isObject)
    .map(({ additionalFields, ...one }) => ({ ...one, ...(isObject(additionalFields) && additionalFields) }));
}

/** What is said in chats. */
export const MESSAGES: ServiceOperations = {
  "message.sendMessage": sendMessage,
  "message.editMessageText": editMessageText,
  "message.sendAndWait": asks,
  "message.deleteMessage": oneCall("deleteMessage", message),
  "message.pinChatMessage": oneCall("pinChatMessage", (context, itemIndex) => ({
    ...message(context, itemIndex),
    ...moreFields(context, itemIndex),
  })),
  "message.unpinChatMessage": oneCall("unpinChatMessage", message),
  "message.sendAnimation": sends("sendAnimation", "animation"),
  "message.sendAudio": sends("sendAudio", "audio"),
  "message.sendDocument": sends("sendDocument", "document"),
  "message.sendPhoto": sends("sendPhoto", "photo"),
  "message.sendSticker": sends("sendSticker", "sticker"),
  "message.sendVideo": sends("sendVideo", "video"),
  "message.sendChatAction": oneCall("sendChatAction", (context, itemIndex) => ({
    ...chat(context, itemIndex),
    action: context.text("action", itemIndex, "typing"),
  })),
  "message.sendLocation": oneCall("sendLocation", (context, itemIndex) => ({
    ...chat(context, itemIndex),
    latitude: context.number("latitude", itemIndex, 0),
    longitude: context.number("longitude", itemIndex, 0),
    ...moreFields(context, itemIndex),
    ...replyMarkup(context, itemIndex),
  })),
  "message.sendMediaGroup": oneCall("sendMediaGroup", (context, itemIndex) => ({
    ...chat(context, itemIndex),
    media: mediaOf(context, itemIndex),
    ...moreFields(context, itemIndex),
  })),
};
