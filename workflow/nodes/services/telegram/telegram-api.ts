import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { encodeBody } from "../../http/send-request.ts";
import { type ServiceNodeCall, serviceApiRequest } from "../service-call.ts";
import type { ServiceOperation } from "../service-node.ts";

const records = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const getInner = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isObject(value) ? value[name] : undefined;

/** Returns rows of buttons. The form wraps rows and buttons in objects, while Telegram expects plain lists. */
function getRows(keyboard: JsonObject): JsonObject[][] {
  return records(keyboard.rows).map(({ row }) =>
    records(getInner(row, "buttons")).map(({ additionalFields, ...button }) => ({
      ...button,
      ...(isObject(additionalFields) && additionalFields),
    })),
  );
}

/** Returns an object with a message's `reply_markup`, or an empty object if the message has none. */
export function readReplyMarkup(context: NodeContext, itemIndex: number): JsonObject {
  switch (context.text("replyMarkup", itemIndex, "none")) {
    case "inlineKeyboard":
      return { reply_markup: { inline_keyboard: getRows(context.object("inlineKeyboard", itemIndex)) } };
    case "replyKeyboard":
      return {
        reply_markup: {
          keyboard: getRows(context.object("replyKeyboard", itemIndex)),
          ...context.object("replyKeyboardOptions", itemIndex),
        },
      };
    case "forceReply":
      return { reply_markup: context.object("forceReply", itemIndex) };
    case "replyKeyboardRemove":
      return { reply_markup: context.object("replyKeyboardRemove", itemIndex) };
    default:
      return {};
  }
}

/** Returns the node's additional fields without the fields that only n8n uses. */
export function readAdditionalFields(context: NodeContext, itemIndex: number): JsonObject {
  const { appendAttribution: _, fileName: __, ...fields } = context.object("additionalFields", itemIndex);
  return fields;
}

async function ask(
  context: NodeContext,
  itemIndex: number,
  call: Pick<ServiceNodeCall, "path" | "body" | "content">,
) {
  const answer = await serviceApiRequest(context, itemIndex, {
    service: "telegram",
    method: "POST",
    isReasonShown: true,
    ...call,
  });
  return isObject(answer) ? answer : {};
}

/** Calls a method of the bot. The response is `{ok, result}`. @throws NodeError if the call is refused */
export function telegramApiRequest(
  context: NodeContext,
  itemIndex: number,
  method: string,
  body: JsonObject,
): Promise<JsonObject> {
  return ask(context, itemIndex, { path: `/${method}`, body });
}

/** Calls a method with a file. @throws NodeError if the call is refused */
export async function sendFile(
  context: NodeContext,
  itemIndex: number,
  method: string,
  { field, file, body }: { field: string; file: BinaryFile; body: JsonObject },
): Promise<JsonObject> {
  const parts = Object.entries(body).map(([name, value]) => ({ name, value }));
  const { bytes, type = "" } = await encodeBody({
    kind: "multipart",
    parts: [...parts, { name: field, value: file }],
  });
  return ask(context, itemIndex, {
    path: `/${method}`,
    content: { type, bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes },
  });
}

/** Creates an operation that makes one call and returns the bot's complete response. */
export function createTelegramOperation(
  method: string,
  buildBody: (context: NodeContext, itemIndex: number, item: Item) => JsonObject,
): ServiceOperation {
  return {
    methods: ["POST"],
    paths: [`/${method}`],
    each: async (context, itemIndex, item) => [
      { json: await telegramApiRequest(context, itemIndex, method, buildBody(context, itemIndex, item)) },
    ],
  };
}
