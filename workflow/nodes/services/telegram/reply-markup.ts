import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";

const records = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const inner = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isObject(value) ? value[name] : undefined;

/** Rows of buttons: the form nests what Telegram has flat. */
function rowsOf(keyboard: JsonObject): JsonObject[][] {
  return records(keyboard.rows).map(({ row }) =>
    records(inner(row, "buttons")).map(({ additionalFields, ...button }) => ({
      ...button,
      ...(isObject(additionalFields) && additionalFields),
    })),
  );
}

/** What stands under a message for its reader to press, where anything does. */
export function replyMarkup(context: NodeContext, itemIndex: number): JsonObject {
  switch (context.text("replyMarkup", itemIndex, "none")) {
    case "inlineKeyboard":
      return { reply_markup: { inline_keyboard: rowsOf(context.object("inlineKeyboard", itemIndex)) } };
    case "replyKeyboard":
      return {
        reply_markup: {
          keyboard: rowsOf(context.object("replyKeyboard", itemIndex)),
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

/** Fields beside those that are required, without what only n8n means by them. */
export function moreFields(context: NodeContext, itemIndex: number): JsonObject {
  const { appendAttribution: _, fileName: __, ...fields } = context.object("additionalFields", itemIndex);
  return fields;
}
