import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { locatedId } from "../resource-locator.ts";
import { askService, inPath, type ServiceCall, type ServiceQuery } from "../service-call.ts";
import { collectPages, type Paging } from "../service-pages.ts";

const BASE_ADDRESS = /airtable\.com\/(app[a-zA-Z0-9]+)/;
const TABLE_ADDRESS = /airtable\.com\/app[a-zA-Z0-9]+\/(tbl[a-zA-Z0-9]+)/;

/** Where a table's records lie: version 1 says `application` for a base. */
export function tablePath(context: NodeContext, itemIndex: number): string {
  const base = context.node.version < 2 ? "application" : "base";
  const baseId = locatedId(context, base, itemIndex, BASE_ADDRESS);
  return `/${inPath(baseId)}/${inPath(locatedId(context, "table", itemIndex, TABLE_ADDRESS))}`;
}

/** Where the tables of a base are described. */
export const schemaPath = (context: NodeContext, itemIndex: number): string =>
  `/meta/bases/${inPath(locatedId(context, "base", itemIndex, BASE_ADDRESS))}/tables`;

/** Asks Airtable. @throws NodeError */
export async function askAirtable(
  context: NodeContext,
  itemIndex: number,
  call: Omit<ServiceCall, "service">,
): Promise<JsonObject> {
  const answer = await askService(context, itemIndex, { service: "airtable", ...call });
  return isObject(answer) ? answer : {};
}

/** Airtable's lists go on behind an offset. */
const byOffset = (list: string): Paging => ({
  list: (answer) => answer[list],
  next: ({ offset }, call) =>
    typeof offset === "string" ? { ...call, query: { ...call.query, offset } } : undefined,
});

/** A list of Airtable's, up to a number. @throws NodeError */
export function listOfAirtable(
  context: NodeContext,
  itemIndex: number,
  { path, list, query = {}, limit }: { path: string; list: string; query?: ServiceQuery; limit?: number },
): Promise<JsonObject[]> {
  return collectPages(
    context,
    itemIndex,
    { service: "airtable", method: "GET", path, query },
    byOffset(list),
    limit,
  );
}

/** Records of an answer. */
export const recordsOf = ({ records }: JsonObject): JsonObject[] =>
  Array.isArray(records) ? records.filter(isObject) : [];

/** A record as versions of 2 give it: its fields beside its id. */
export function flattened({ fields, ...record }: JsonObject): JsonObject {
  return { ...record, ...(isObject(fields) && fields) };
}

/** Airtable takes ten records in one call. */
export const RECORDS_PER_CALL = 10;
