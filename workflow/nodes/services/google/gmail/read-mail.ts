import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { setOwn } from "../../../core/fields/field-path.ts";
import { newFile } from "../../../files/binary-file.ts";
import { askGmail } from "./gmail-api.ts";
import { headersOf } from "./mail-headers.ts";

/** What is asked of a message that is shown in short. */
export const SHORT_FORM = {
  format: "metadata",
  metadataHeaders: ["From", "To", "Cc", "Bcc", "Subject"],
} as const;

/** The names of the mailbox's labels by their ids. */
export async function labelNames(context: NodeContext, itemIndex: number): Promise<Map<string, string>> {
  const { labels } = await askGmail(context, itemIndex, "GET", "/labels");
  const listed = Array.isArray(labels) ? labels.filter(isObject) : [];
  return new Map(listed.map(({ id, name }) => [toText(id), toText(name)]));
}

/** A message in short: its main headers beside its other fields, its labels with their names. */
export function shortMessage(message: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const { labelIds, payload, ...short } = message;
  if (isObject(payload)) {
    const { headers: _, ...rest } = payload;
    short.payload = rest;
  }
  if (Array.isArray(labelIds))
    short.labels = labelIds.map((id) => ({ id, name: names.get(toText(id)) ?? toText(id) }));
  for (const [name, value] of headersOf(message)) setOwn(short, name, value);
  return short;
}

/** The same value as plain data: a time as text, nothing that is undefined. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonValue;

/** A message that came whole, as its headers, texts and files. */
export async function parsedMessage(
  { raw, ...message }: JsonObject,
  files: { prefix: string } | undefined,
): Promise<Item> {
  const { simpleParser } = await import("mailparser");
  const {
    attachments,
    headerLines,
    headers: _,
    ...mail
  } = await simpleParser(Buffer.from(toText(raw ?? ""), "base64url"));
  const { id, threadId, labelIds, sizeEstimate } = message;
  const headers: JsonObject = {};
  for (const { key, line } of headerLines) setOwn(headers, key, line);
  const json = plain({ id, threadId, labelIds, sizeEstimate, headers, ...mail }) as JsonObject;
  if (!files || attachments.length === 0) return { json };
  const binary: Record<string, BinaryFile> = {};
  for (const [index, { content, filename, contentType }] of attachments.entries())
    binary[files.prefix + index] = newFile(content, { fileName: filename, mimeType: contentType });
  return { json, binary };
}

/** How attachments are wanted: not at all, or under names that begin in a certain way. */
export function wantedFiles(context: NodeContext, itemIndex: number): { prefix: string } | undefined {
  if (!context.flag("options.downloadAttachments", itemIndex)) return undefined;
  return {
    prefix:
      context.text("options.dataPropertyAttachmentsPrefixName", itemIndex, "attachment_") || "attachment_",
  };
}
