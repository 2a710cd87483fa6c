import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getBinaryFile } from "../../files/binary-file.ts";
import { createSendAndWait } from "../send-and-wait.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import {
  createTelegramOperation,
  readAdditionalFields,
  readReplyMarkup,
  sendFile,
  telegramApiRequest,
} from "./telegram-api.ts";

const chat = (context: NodeContext, itemIndex: number): JsonObject => ({
  chat_id: context.text("chatId", itemIndex),
});

const message = (context: NodeContext, itemIndex: number): JsonObject => ({
  ...chat(context, itemIndex),
  message_id: context.text("messageId", itemIndex),
});

const sendMessage = createTelegramOperation("sendMessage", (context, itemIndex) => ({
  ...chat(context, itemIndex),
  text: context.text("text", itemIndex),
  parse_mode: "Markdown",
  ...readAdditionalFields(context, itemIndex),
  ...readReplyMarkup(context, itemIndex),
}));

/** The message is plain text, because the results of expressions may not be valid Telegram Markdown. */
const asks = createSendAndWait({
  methods: ["POST"],
  paths: ["/sendMessage"],
  send: (context, { message: text, links }) =>
    telegramApiRequest(context, 0, "sendMessage", {
      ...chat(context, 0),
      text,
      reply_markup: { inline_keyboard: [links.map(({ label, url }) => ({ text: label, url }))] },
    }),
});

const editMessageText = createTelegramOperation("editMessageText", (context, itemIndex) => ({
  ...(context.text("messageType", itemIndex, "message") === "inlineMessage"
    ? { inline_message_id: context.text("inlineMessageId", itemIndex) }
    : message(context, itemIndex)),
  text: context.text("text", itemIndex),
  ...readAdditionalFields(context, itemIndex),
  ...readReplyMarkup(context, itemIndex),
}));

/** Creates an operation that sends an item's file, or a file that Telegram stores (an ID) or downloads (a URL). */
const createSendOperation = (method: string, field: string): ServiceOperation => ({
  methods: ["POST"],
  paths: [`/${method}`],
  each: async (context, itemIndex, item) => {
    const body = {
      ...chat(context, itemIndex),
      ...readAdditionalFields(context, itemIndex),
      ...readReplyMarkup(context, itemIndex),
    };
    if (!context.flag("binaryData", itemIndex))
      return [
        {
          json: await telegramApiRequest(context, itemIndex, method, {
            ...body,
            [field]: context.text("file", itemIndex),
          }),
        },
      ];
    const own = getBinaryFile(
      context,
      item,
      itemIndex,
      context.text("binaryPropertyName", itemIndex, "data"),
    );
    const file = renameFile(own, context.text("additionalFields.fileName", itemIndex));
    return [{ json: await sendFile(context, itemIndex, method, { field, file, body }) }];
  },
});

const renameFile = (file: BinaryFile, fileName: string): BinaryFile =>
  fileName === "" ? file : { ...file, fileName };

function getMedia(context: NodeContext, itemIndex: number): JsonObject[] {
  return context
    .list("media.media", itemIndex)
    .filter(isObject)
    .map(({ additionalFields, ...one }) => ({ ...one, ...(isObject(additionalFields) && additionalFields) }));
}

export const MESSAGES: ServiceOperations = {
  "message.sendMessage": sendMessage,
  "message.editMessageText": editMessageText,
  "message.sendAndWait": asks,
  "message.deleteMessage": createTelegramOperation("deleteMessage", message),
  "message.pinChatMessage": createTelegramOperation("pinChatMessage", (context, itemIndex) => ({
    ...message(context, itemIndex),
    ...readAdditionalFields(context, itemIndex),
  })),
  "message.unpinChatMessage": createTelegramOperation("unpinChatMessage", message),
  "message.sendAnimation": createSendOperation("sendAnimation", "animation"),
  "message.sendAudio": createSendOperation("sendAudio", "audio"),
  "message.sendDocument": createSendOperation("sendDocument", "document"),
  "message.sendPhoto": createSendOperation("sendPhoto", "photo"),
  "message.sendSticker": createSendOperation("sendSticker", "sticker"),
  "message.sendVideo": createSendOperation("sendVideo", "video"),
  "message.sendChatAction": createTelegramOperation("sendChatAction", (context, itemIndex) => ({
    ...chat(context, itemIndex),
    action: context.text("action", itemIndex, "typing"),
  })),
  "message.sendLocation": createTelegramOperation("sendLocation", (context, itemIndex) => ({
    ...chat(context, itemIndex),
    latitude: context.number("latitude", itemIndex, 0),
    longitude: context.number("longitude", itemIndex, 0),
    ...readAdditionalFields(context, itemIndex),
    ...readReplyMarkup(context, itemIndex),
  })),
  "message.sendMediaGroup": createTelegramOperation("sendMediaGroup", (context, itemIndex) => ({
    ...chat(context, itemIndex),
    media: getMedia(context, itemIndex),
    ...readAdditionalFields(context, itemIndex),
  })),
};
