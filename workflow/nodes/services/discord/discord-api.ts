import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getLocatorId } from "../resource-locator.ts";
import { encodePathPart, type ServiceNodeCall, serviceApiRequest } from "../service-call.ts";

/** Matches `https://discord.com/channels/<server>/<channel>`. */
const SERVER_ADDRESS = /discord\.com\/channels\/(\d+)/;
const CHANNEL_ADDRESS = /discord\.com\/channels\/\d+\/(\d+)/;

/** Returns a server's ID, encoded for a path. */
export const getGuildId = (context: NodeContext, itemIndex: number): string =>
  encodePathPart(getLocatorId(context, "guildId", itemIndex, SERVER_ADDRESS));

/** Returns a channel's ID, encoded for a path. */
export const getChannelId = (context: NodeContext, itemIndex: number): string =>
  encodePathPart(getLocatorId(context, "channelId", itemIndex, CHANNEL_ADDRESS));

/** Calls Discord as the connector's bot. @throws NodeError if the call is refused */
export function discordApiRequest(
  context: NodeContext,
  itemIndex: number,
  call: Omit<ServiceNodeCall, "service">,
): Promise<JsonValue> {
  return serviceApiRequest(context, itemIndex, { service: "discord", ...call });
}

/** Calls Discord and returns one record. @throws NodeError if the call is refused */
export async function discordApiRequestItem(
  context: NodeContext,
  itemIndex: number,
  call: Omit<ServiceNodeCall, "service">,
): Promise<JsonObject> {
  const answer = await discordApiRequest(context, itemIndex, call);
  return isObject(answer) ? answer : {};
}

interface ListOptions {
  path: string;
  /** Discord's maximum number of entries per page. */
  page: number;
  /** Returns the query of the next page. */
  after(last: JsonObject): Record<string, string>;
}

/** The maximum number of pages, more than the items of a run need. */
const MAX_PAGES = 1_000;

/** Returns all entries of a list, page by page. @throws NodeError if Discord refuses */
export async function discordApiRequestAllItems(
  context: NodeContext,
  itemIndex: number,
  { path, page, after }: ListOptions,
): Promise<JsonObject[]> {
  const maxEntries = context.flag("returnAll", itemIndex)
    ? Number.POSITIVE_INFINITY
    : context.number("limit", itemIndex, 100);
  const found: JsonObject[] = [];
  let next: Record<string, string> | undefined = {};
  for (let pageCount = 0; next && found.length < maxEntries; pageCount += 1) {
    if (pageCount === MAX_PAGES)
      throw context.failure(`Discord has more than ${MAX_PAGES} pages. Set a limit`, { itemIndex });
    const limit = Math.min(page, maxEntries - found.length);
    const query: Record<string, string | number> = { limit, ...next };
    const answer = await discordApiRequest(context, itemIndex, { method: "GET", path, query });
    const entries = Array.isArray(answer) ? answer.filter(isObject) : [];
    found.push(...entries);
    const last = entries.at(-1);
    next = last && entries.length === limit ? after(last) : undefined;
  }
  return found;
}

/** The node's output if Discord's response is empty. */
export const DONE = { json: { success: true } };
