import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";
import { isObject } from "../../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { parseFieldNames, setOwn } from "../../../core/fields/field-path.ts";
import { createBinaryFile } from "../../../files/binary-file.ts";
import type { ServiceQuery } from "../../service-call.ts";
import { gmailApiRequest } from "./gmail-api.ts";

/** Returns a message's headers as `[name, value]`. */
function getHeaders({ payload }: JsonObject): [name: string, value: string][] {
  const headers = isObject(payload) && Array.isArray(payload.headers) ? payload.headers.filter(isObject) : [];
  return headers.map(({ name, value }) => [toText(name), toText(value)]);
}

/** Returns a header by its case-insensitive name, or "". */
export function getHeader(message: JsonObject, headerName: string): string {
  return getHeaders(message).find(([name]) => name.toLowerCase() === headerName)?.[1] ?? "";
}

/** Numbers with at least this many digits are milliseconds, and shorter numbers are seconds. */
const MILLISECONDS_LENGTH = 12;

/** Returns a time in seconds, which Gmail's search expects. */
function toSeconds(context: NodeContext, itemIndex: number, field: string, value: JsonValue): number {
  const text = toText(value).trim();
  if (/^\d+$/.test(text) && text.length > 4)
    return text.length >= MILLISECONDS_LENGTH ? Math.floor(Number(text) / 1000) : Number(text);
  const zone = { zone: context.workflow.timezone };
  const readings = [DateTime.fromISO(text, zone), DateTime.fromSQL(text, zone), DateTime.fromRFC2822(text)];
  const time = readings.find(({ isValid }) => isValid) ?? DateTime.fromMillis(Date.parse(text));
  if (!time.isValid)
    throw context.failure(`'${text.slice(0, 80)}' isn't a valid date and time`, { field, itemIndex });
  return Math.floor(time.toSeconds());
}

/** Returns the query that lists messages or threads according to the node's filters. */
export function createMailQuery(context: NodeContext, itemIndex: number, path = "filters"): ServiceQuery {
  const filters = context.object(path, itemIndex);
  const terms: string[] = [];
  const { q, sender, readStatus, receivedAfter, receivedBefore, includeSpamTrash, labelIds } = filters;
  if (q) terms.push(toText(q));
  if (readStatus && readStatus !== "both") terms.push(`is:${toText(readStatus)}`);
  if (sender) terms.push(`from:${toText(sender)}`);
  if (receivedAfter)
    terms.push(`after:${toSeconds(context, itemIndex, `${path}.receivedAfter`, receivedAfter)}`);
  if (receivedBefore)
    terms.push(`before:${toSeconds(context, itemIndex, `${path}.receivedBefore`, receivedBefore)}`);
  const labels = parseFieldNames(labelIds);
  return {
    ...(terms.length > 0 && { q: terms.join(" ") }),
    ...(labels.length > 0 && { labelIds: labels }),
    ...(includeSpamTrash !== undefined && { includeSpamTrash: Boolean(includeSpamTrash) }),
  };
}

/** The query for a message in the short format. */
export const SHORT_FORM = {
  format: "metadata",
  metadataHeaders: ["From", "To", "Cc", "Bcc", "Subject"],
} as const;

/** Returns the names of the mailbox's labels, keyed by ID. */
export async function loadLabelNames(context: NodeContext, itemIndex: number): Promise<Map<string, string>> {
  const { labels } = await gmailApiRequest(context, itemIndex, "GET", "/labels");
  const listed = Array.isArray(labels) ? labels.filter(isObject) : [];
  return new Map(listed.map(({ id, name }) => [toText(id), toText(name)]));
}

/** Returns a simplified message, which has the main headers and fields and the names of the labels. */
export function simplifyMessage(message: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const { labelIds, payload, ...short } = message;
  if (isObject(payload)) {
    const { headers: _, ...rest } = payload;
    short.payload = rest;
  }
  if (Array.isArray(labelIds))
    short.labels = labelIds.map((id) => ({ id, name: names.get(toText(id)) ?? toText(id) }));
  for (const [name, value] of getHeaders(message)) setOwn(short, name, value);
  return short;
}

/** Returns a value as plain JSON, with dates as strings and without undefined. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonValue;

/** Parses a complete message into headers, text, HTML and attachments. */
export async function parseMessage(
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
    binary[files.prefix + index] = createBinaryFile(content, { fileName: filename, mimeType: contentType });
  return { json, binary };
}

/**
 * Returns the options for downloading attachments, including the prefix of the attachments' field names. Returns
 * undefined if the node does not download attachments.
 */
export function readAttachmentOptions(
  context: NodeContext,
  itemIndex: number,
): { prefix: string } | undefined {
  if (!context.flag("options.downloadAttachments", itemIndex)) return undefined;
  return {
    prefix:
      context.text("options.dataPropertyAttachmentsPrefixName", itemIndex, "attachment_") || "attachment_",
  };
}
