import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";

/**
 * Returns the value of a parameter that contains JSON text or the result of an expression.
 * @throws NodeError if the text is not valid JSON
 */
function getJson(context: NodeContext, path: string, itemIndex: number): JsonValue | undefined {
  const value = context.parameter(path, itemIndex);
  if (typeof value !== "string") return value;
  if (value.trim() === "") return undefined;
  try {
    return JSON.parse(value) as JsonValue;
  } catch (error) {
    throw context.failure(
      `The parameter '${path}' is not valid JSON. Enter a JSON value`,
      { field: path, itemIndex },
      { cause: error },
    );
  }
}

/** Converts an attachment. The form's list of fields is nested one level deeper than Slack's. */
function toAttachment(attachment: JsonValue): JsonValue {
  if (!isObject(attachment)) return attachment;
  const { fields } = attachment;
  if (fields === undefined || !isObject(fields) || Array.isArray(fields)) return attachment;
  const { item } = fields;
  if (item !== undefined) return { ...attachment, fields: item };
  const { fields: _, ...others } = attachment;
  return others;
}

/** Returns an object with a message's `attachments`, or an empty object if there are none. */
export function readAttachments(context: NodeContext, itemIndex: number): JsonObject {
  const value = context.parameter("attachments", itemIndex);
  const attachments = isObject(value) ? value.attachments : value;
  const list = Array.isArray(attachments) ? attachments.map(toAttachment) : [];
  return list.length === 0 ? {} : { attachments: list };
}

/** Returns the blocks in a value: a list, or the object of Slack's Block Kit Builder. */
function findBlocks(value: JsonValue | undefined): JsonValue | undefined {
  return isObject(value) ? value.blocks : value;
}

/**
 * Returns the content of a message in version 2, which `messageType` selects.
 * @throws NodeError if the content is invalid
 */
export function readMessageContent(context: NodeContext, itemIndex: number): JsonObject {
  const text = context.text("text", itemIndex);
  const type = context.text("messageType", itemIndex, "text");
  if (type === "block") {
    const blocks = findBlocks(getJson(context, "blocksUi", itemIndex));
    return { ...(blocks !== undefined && { blocks }), ...(text !== "" && { text }) };
  }
  if (type === "attachment") return { ...readAttachments(context, itemIndex), ...(text !== "" && { text }) };
  return { text };
}

/**
 * Returns the content of a message in version 1: text, attachments and blocks.
 * @throws NodeError if the content is invalid
 */
export function readMessageContentV1(context: NodeContext, itemIndex: number): JsonObject {
  const text = context.text("text", itemIndex);
  if (!context.flag("jsonParameters", itemIndex)) return { text, ...readAttachments(context, itemIndex) };
  const attachments = getJson(context, "attachmentsJson", itemIndex);
  const blocks = findBlocks(getJson(context, "blocksJson", itemIndex));
  return { text, ...(attachments !== undefined && { attachments }), ...(blocks !== undefined && { blocks }) };
}

/** The options that have the same names in Slack's API. */
const PLAIN = [
  "icon_emoji",
  "icon_url",
  "link_names",
  "mrkdwn",
  "parse",
  "reply_broadcast",
  "unfurl_links",
  "unfurl_media",
  "username",
];

const form = (value: JsonValue | undefined, name: string): JsonObject => {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : {};
};

/** Returns Slack's options for the format and thread of a message. */
export function toMessageOptions(options: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const name of PLAIN) {
    const value = options[name];
    if (value !== undefined && value !== "") result[name] = value;
  }
  const { profilePhotoType, icon_emoji, icon_url } = form(options.botProfile, "imageValues");
  if (profilePhotoType === "emoji" && icon_emoji !== undefined) result.icon_emoji = icon_emoji;
  else if (icon_url !== undefined) result.icon_url = icon_url;
  if (typeof options.sendAsUser === "string" && options.sendAsUser !== "")
    result.username = options.sendAsUser;
  const reply = form(options.thread_ts, "replyValues");
  const thread = typeof options.thread_ts === "object" ? reply.thread_ts : options.thread_ts;
  if (thread !== undefined && thread !== null && thread !== "") result.thread_ts = toText(thread);
  if (reply.reply_broadcast !== undefined) result.reply_broadcast = reply.reply_broadcast;
  return result;
}

/** Returns the only user who sees an ephemeral message, or undefined if everybody sees the message. */
export function getEphemeralUser(options: JsonObject): string | undefined {
  const { user, ephemeral } = form(options.ephemeral, "ephemeralValues");
  return ephemeral !== false && typeof user === "string" && user !== "" ? user : undefined;
}
