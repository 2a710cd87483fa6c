import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { newFile } from "../../files/binary-file.ts";
import { serviceFailure } from "../service-call.ts";

/** Where Airtable keeps files; its addresses are valid for hours and need no credential. */
export const ATTACHMENT_HOST = "v5.airtableusercontent.com";
const LOADING_MS = 60_000;

async function load(context: NodeContext, itemIndex: number, attachment: JsonObject): Promise<BinaryFile> {
  const { url, filename, type } = attachment;
  const { status, statusText, body } = await context.services.http.send({
    method: "GET",
    url: toText(url),
    headers: { accept: "*/*" },
    maxRedirects: 3,
    timeoutMs: LOADING_MS,
    signal: context.signal,
  });
  if (status < 200 || status > 299)
    throw serviceFailure(context, itemIndex, "The file could not be loaded", `${status} ${statusText}`);
  return newFile(body, {
    ...(typeof filename === "string" && { fileName: filename }),
    ...(typeof type === "string" && { mimeType: type }),
  });
}

/** A record's files by field and number: `Attachments_0`. */
export async function attachmentsOf(
  context: NodeContext,
  itemIndex: number,
  record: JsonObject,
  fields: readonly string[],
): Promise<Record<string, BinaryFile> | undefined> {
  const binary: Record<string, BinaryFile> = {};
  const values = isObject(record.fields) ? record.fields : {};
  for (const field of fields) {
    const attachments = values[field];
    for (const [index, attachment] of (Array.isArray(attachments) ? attachments : []).entries())
      if (isObject(attachment) && attachment.url !== undefined)
        binary[`${field}_${index}`] = await load(context, itemIndex, attachment);
  }
  return Object.keys(binary).length > 0 ? binary : undefined;
}
