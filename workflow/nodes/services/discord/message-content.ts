import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { fieldNames } from "../../core/fields/field-path.ts";
import { fileOf } from "../../files/binary-file.ts";

/** https://discord.com/developers/docs/resources/message#message-object-message-flags */
const FLAGS: Readonly<Record<string, number>> = { SUPPRESS_EMBEDS: 4, SUPPRESS_NOTIFICATIONS: 4096 };

/** `#12f4a0` as the number that it is. */
function colour(value: JsonValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  const hex = typeof value === "string" ? /^#?([0-9a-f]{6})$/i.exec(value)?.[1] : undefined;
  return hex === undefined ? undefined : Number.parseInt(hex, 16);
}

const filled = (value: JsonValue | undefined): value is JsonValue => value !== undefined && value !== "";

function embedOf(context: NodeContext, itemIndex: number, embed: JsonObject, index: number): JsonObject {
  if (embed.inputMethod === "json") {
    if (isObject(embed.json)) return embed.json;
    try {
      const value: unknown = JSON.parse(typeof embed.json === "string" ? embed.json : "");
      if (isObject(value)) return value;
    } catch {
      // Said below, as for JSON that is no object.
    }
    throw context.failure("The embed is no valid JSON object", {
      field: `embeds.values[${index}].json`,
      itemIndex,
    });
  }
  const { author, color, image, thumbnail, video, inputMethod: _, ...plain } = embed;
  const made: JsonObject = Object.fromEntries(Object.entries(plain).filter(([, value]) => filled(value)));
  if (filled(author)) made.author = { name: author };
  const number = colour(color);
  if (number !== undefined) made.color = number;
  for (const [name, url] of Object.entries({ image, thumbnail, video }))
    if (filled(url)) made[name] = { url };
  return made;
}

/** What a message says, as Discord takes it. @throws NodeError */
export function messageBody(context: NodeContext, itemIndex: number): JsonObject {
  const { flags, message_reference: reference, tts } = context.object("options", itemIndex);
  const embeds = context
    .list("embeds.values", itemIndex)
    .filter(isObject)
    .map((embed, index) => embedOf(context, itemIndex, embed, index));
  const bits = fieldNames(flags).reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
  return {
    content: context.text("content", itemIndex),
    ...(tts !== undefined && { tts: tts === true }),
    ...(bits > 0 && { flags: bits }),
    ...(filled(reference) && { message_reference: { message_id: reference } }),
    ...(embeds.length > 0 && { embeds }),
  };
}

/** The files that go with it. @throws NodeError where the item lacks one */
export function messageFiles(context: NodeContext, itemIndex: number, item: Item): BinaryFile[] {
  return context
    .list("files.values", itemIndex)
    .filter(isObject)
    .flatMap(({ inputFieldName = "data" }) => fieldNames(inputFieldName))
    .map((field) => fileOf(context, item, itemIndex, field));
}
