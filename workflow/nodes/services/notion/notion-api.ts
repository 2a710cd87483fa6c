import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getLocatorId } from "../resource-locator.ts";
import { type ServiceNodeCall, serviceApiRequest } from "../service-call.ts";
import { requestAllItems } from "../service-pagination.ts";

const SERVICE = "notion";
/** Notion's maximum number of entries per page. */
const PAGE = 100;

/** Matches the ID at the end of a page's or database's URL, after its title. */
const ID_IN_ADDRESS =
  /notion\.(?:so|site|com)\/(?:.*[-/])?([0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[?#]|$)/i;
/** Matches the ID of a block, which follows the page's ID. */
const BLOCK_IN_ADDRESS = /#([0-9a-f]{32})$/i;

/** Returns the ID of a node's page, database or block. @throws NodeError if the parameter has no valid ID */
export function getNotionId(context: NodeContext, itemIndex: number, path: string): string {
  const value = context.object(path, itemIndex).value;
  const isBlock = typeof value === "string" && BLOCK_IN_ADDRESS.test(value);
  return getLocatorId(context, path, itemIndex, isBlock ? BLOCK_IN_ADDRESS : ID_IN_ADDRESS);
}

/** Calls Notion. @throws NodeError if the call is refused */
export async function notionApiRequest(
  context: NodeContext,
  itemIndex: number,
  method: ServiceNodeCall["method"],
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

/** Returns the maximum number of entries that the node requests. */
export const readLimit = (context: NodeContext, itemIndex: number): number =>
  context.flag("returnAll", itemIndex) ? Number.POSITIVE_INFINITY : context.number("limit", itemIndex, 50);

/**
 * Returns a list from Notion. The cursor is in the body of POST and in the query of GET.
 * @throws NodeError if a call is refused
 */
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
