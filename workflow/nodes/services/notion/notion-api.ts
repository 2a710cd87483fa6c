import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getLocatorId } from "../resource-locator.ts";
import { type ServiceCall, serviceApiRequest } from "../service-call.ts";
import { requestAllItems } from "../service-pagination.ts";

const SERVICE = "notion";
/** As many as Notion gives in one page. */
const PAGE = 100;

/** A page's or a database's id at the end of its address, behind its title. */
const ID_IN_ADDRESS =
  /notion\.(?:so|site|com)\/(?:.*[-/])?([0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[?#]|$)/i;
/** A block's stands behind the page's. */
const BLOCK_IN_ADDRESS = /#([0-9a-f]{32})$/i;

/** What a node's `pageId`, `databaseId` or `blockId` points at. @throws NodeError */
export function getNotionId(context: NodeContext, itemIndex: number, path: string): string {
  const value = context.object(path, itemIndex).value;
  const isBlock = typeof value === "string" && BLOCK_IN_ADDRESS.test(value);
  return getLocatorId(context, path, itemIndex, isBlock ? BLOCK_IN_ADDRESS : ID_IN_ADDRESS);
}

/** Asks Notion. @throws NodeError */
export async function notionApiRequest(
  context: NodeContext,
  itemIndex: number,
  method: ServiceCall["method"],
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const answer = await serviceApiRequest(context, itemIndex, {
    service: SERVICE,
    method,
    path: `/v1${path}`,
    ...(body && { body }),
  });
  return isObject(answer) ? answer : {};
}

/** How many entries the node wants. */
export const readLimit = (context: NodeContext, itemIndex: number): number =>
  context.flag("returnAll", itemIndex) ? Number.POSITIVE_INFINITY : context.number("limit", itemIndex, 50);

/** A list of Notion's: by POST its cursor goes into the body, by GET into the query. @throws NodeError */
export function notionApiRequestAllItems(
  context: NodeContext,
  itemIndex: number,
  path: string,
  { body, limit = Number.POSITIVE_INFINITY }: { body?: JsonObject; limit?: number } = {},
): Promise<JsonObject[]> {
  const size = { page_size: Math.min(limit, PAGE) };
  return requestAllItems(
    context,
    itemIndex,
    {
      service: SERVICE,
      path: `/v1${path}`,
      ...(body
        ? { method: "POST" as const, body: { ...body, ...size } }
        : { method: "GET" as const, query: size }),
    },
    {
      list: ({ results }) => results,
      next: ({ has_more: more, next_cursor: cursor }, call) => {
        if (more !== true || typeof cursor !== "string") return undefined;
        return isObject(call.body)
          ? { ...call, body: { ...call.body, start_cursor: cursor } }
          : { ...call, query: { ...call.query, start_cursor: cursor } };
      },
    },
    limit,
  );
}
