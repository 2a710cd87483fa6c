import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import { createBinaryFile } from "../../files/binary-file.ts";
import { downloadFile } from "../download-file.ts";
import { getLocatorId } from "../resource-locator.ts";
import {
  encodePathPart,
  type ServiceNodeCall,
  type ServiceQuery,
  serviceApiRequest,
} from "../service-call.ts";
import { type PaginationOptions, requestAllItems } from "../service-pagination.ts";

/** Returns a record without some fields. */
export function omitFields(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Returns the mapped fields of an item, with its `id` if it has one. */
export function readMappedFields(context: NodeContext, itemIndex: number): JsonObject {
  const mode = context.text("columns.mappingMode", itemIndex, "defineBelow");
  if (mode !== "autoMapInputData") return context.object("columns.value", itemIndex);
  return omitFields(
    context.items[itemIndex]?.json ?? {},
    parseFieldNames(context.parameter("options.ignoreFields", itemIndex)),
  );
}

/** Returns the filter, fields and sort order of a list request, in any version. */
export function createListQuery(
  options: JsonObject,
  sort: readonly JsonValue[],
  formula: string,
): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  if (formula !== "") query.filterByFormula = formula;
  const fields = parseFieldNames(options.fields);
  if (fields.length > 0) query["fields[]"] = fields;
  for (const [index, rule] of sort.entries()) {
    const { field, direction = "asc" } = rule as JsonObject;
    query[`sort[${index}][field]`] = toText(field);
    query[`sort[${index}][direction]`] = toText(direction);
  }
  return query;
}

/** The host of Airtable's files. Its URLs are valid for hours and do not need a credential. */
export const ATTACHMENT_HOST = "v5.airtableusercontent.com";

async function load(context: NodeContext, itemIndex: number, attachment: JsonObject): Promise<BinaryFile> {
  const { url, filename, type } = attachment;
  const { body } = await downloadFile(context, itemIndex, toText(url));
  return createBinaryFile(body, {
    ...(typeof filename === "string" && { fileName: filename }),
    ...(typeof type === "string" && { mimeType: type }),
  });
}

/**
 * Downloads a record's files, which are named after their field and number, such as `Attachments_0`. Returns undefined
 * if the record has no files.
 */
export async function downloadAttachments(
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

const BASE_ADDRESS = /airtable\.com\/(app[a-zA-Z0-9]+)/;
const TABLE_ADDRESS = /airtable\.com\/app[a-zA-Z0-9]+\/(tbl[a-zA-Z0-9]+)/;

/** Returns the path of a table's records. Version 1 calls a base `application`. */
export function getTablePath(context: NodeContext, itemIndex: number): string {
  const base = context.node.version < 2 ? "application" : "base";
  const baseId = getLocatorId(context, base, itemIndex, BASE_ADDRESS);
  return `/${encodePathPart(baseId)}/${encodePathPart(getLocatorId(context, "table", itemIndex, TABLE_ADDRESS))}`;
}

/** Returns the path of a base's tables. */
export const getSchemaPath = (context: NodeContext, itemIndex: number): string =>
  `/meta/bases/${encodePathPart(getLocatorId(context, "base", itemIndex, BASE_ADDRESS))}/tables`;

/** Calls Airtable. @throws NodeError if the call is refused */
export async function airtableApiRequest(
  context: NodeContext,
  itemIndex: number,
  call: Omit<ServiceNodeCall, "service">,
): Promise<JsonObject> {
  const answer = await serviceApiRequest(context, itemIndex, { service: "airtable", ...call });
  return isObject(answer) ? answer : {};
}

/** Paginates with the offset in Airtable's responses. */
const byOffset = (list: string): PaginationOptions => ({
  list: (answer) => answer[list],
  next: ({ offset }, call) =>
    typeof offset === "string" ? { ...call, query: { ...call.query, offset } } : undefined,
});

/**
 * Returns a list from Airtable up to a limit.
 * @throws NodeError if the call is refused
 */
export function airtableApiRequestAllItems(
  context: NodeContext,
  itemIndex: number,
  { path, list, query = {}, limit }: { path: string; list: string; query?: ServiceQuery; limit?: number },
): Promise<JsonObject[]> {
  return requestAllItems(
    context,
    itemIndex,
    { service: "airtable", method: "GET", path, query },
    byOffset(list),
    limit,
  );
}

export const getRecords = ({ records }: JsonObject): JsonObject[] =>
  Array.isArray(records) ? records.filter(isObject) : [];

/** Returns a record in the format of version 2, which has the ID and the fields in one object. */
export function flattenRecord({ fields, ...record }: JsonObject): JsonObject {
  return { ...record, ...(isObject(fields) && fields) };
}

/** Airtable accepts ten records per call. */
export const RECORDS_PER_CALL = 10;
