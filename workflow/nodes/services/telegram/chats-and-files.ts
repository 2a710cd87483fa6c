import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { createBinaryFile } from "../../files/binary-file.ts";
import { callService } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { createTelegramOperation, readAdditionalFields, telegramApiRequest } from "./telegram-api.ts";

const fields =
  (names: Readonly<Record<string, string>>, more = false) =>
  (context: NodeContext, itemIndex: number): JsonObject => ({
    ...Object.fromEntries(Object.entries(names).map(([name, path]) => [name, context.text(path, itemIndex)])),
    ...(more && readAdditionalFields(context, itemIndex)),
  });

/** Returns an item for each administrator of a chat. */
const administrators: ServiceOperation = {
  methods: ["POST"],
  paths: ["/getChatAdministrators"],
  each: async (context, itemIndex) => {
    const { result } = await telegramApiRequest(context, itemIndex, "getChatAdministrators", {
      chat_id: context.text("chatId", itemIndex),
    });
    return (Array.isArray(result) ? result.filter(isObject) : []).map((json) => ({ json }));
  },
};

const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/");

const getFile: ServiceOperation = {
  methods: ["POST"],
  paths: ["/getFile", "/file/**"],
  each: async (context, itemIndex) => {
    const json = await telegramApiRequest(context, itemIndex, "getFile", {
      file_id: context.text("fileId", itemIndex),
    });
    const path = isObject(json.result) ? json.result.file_path : undefined;
    if (typeof path !== "string" || !context.flag("download", itemIndex, true)) return [{ json }];
    const { body } = await callService(context, itemIndex, {
      service: "telegram",
      method: "GET",
      path: `/file/${encodePath(path)}`,
      isReasonShown: true,
    });
    const mimeType = context.text("additionalFields.mimeType", itemIndex);
    const data = createBinaryFile(body, { fileName: path, ...(mimeType !== "" && { mimeType }) });
    return [{ json, binary: { data } }];
  },
};

/** Returns the inline results, which are JSON. @throws NodeError if they are not valid JSON */
function getResults(context: NodeContext, itemIndex: number): string {
  const text = context.text("results", itemIndex);
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw context.failure(
      "The parameter 'results' is not valid JSON. Enter a JSON list",
      { field: "results", itemIndex },
      { cause: error },
    );
  }
}

/** Operations on chats, files and callback queries. */
export const CHATS_AND_FILES: ServiceOperations = {
  "chat.administrators": administrators,
  "chat.get": createTelegramOperation("getChat", fields({ chat_id: "chatId" })),
  "chat.leave": createTelegramOperation("leaveChat", fields({ chat_id: "chatId" })),
  "chat.member": createTelegramOperation("getChatMember", fields({ chat_id: "chatId", user_id: "userId" })),
  "chat.setDescription": createTelegramOperation(
    "setChatDescription",
    fields({ chat_id: "chatId", description: "description" }),
  ),
  "chat.setTitle": createTelegramOperation("setChatTitle", fields({ chat_id: "chatId", title: "title" })),
  "file.get": getFile,
  "callback.answerQuery": createTelegramOperation(
    "answerCallbackQuery",
    fields({ callback_query_id: "queryId" }, true),
  ),
  "callback.answerInlineQuery": createTelegramOperation("answerInlineQuery", (context, itemIndex) => ({
    inline_query_id: context.text("queryId", itemIndex),
    results: getResults(context, itemIndex),
    ...readAdditionalFields(context, itemIndex),
  })),
};
