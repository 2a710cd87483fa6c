import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceQuery } from "../../service-call.ts";
import { paginateByToken, requestAllItems } from "../../service-pagination.ts";
import { type GoogleCall, googleApiRequest, toGoogleCall } from "../google-api.ts";

const MAILBOX = "/gmail/v1/users/me";
/** As many as one page of the API may have. */
const PAGE_SIZE = 500;

/** Paths of the mailbox, as a grant names them. */
export const getMailboxPath = (...parts: string[]): string[] => parts.map((part) => `${MAILBOX}${part}`);

/** Asks for something of the mailbox. */
export function gmailApiRequest(
  context: NodeContext,
  itemIndex: number,
  method: GoogleCall["method"],
  path: string,
  more: { query?: ServiceQuery; body?: JsonValue } = {},
): Promise<JsonObject> {
  return googleApiRequest(context, itemIndex, { method, path: MAILBOX + path, ...more });
}

/** A list of the mailbox, up to a number of entries. */
export function gmailApiRequestAllItems(
  context: NodeContext,
  itemIndex: number,
  list: "messages" | "threads" | "drafts",
  query: ServiceQuery,
  limit: number,
): Promise<JsonObject[]> {
  const call = toGoogleCall({
    method: "GET",
    path: `${MAILBOX}/${list}`,
    query: { ...query, maxResults: Math.min(limit, PAGE_SIZE) },
  });
  return requestAllItems(context, itemIndex, call, paginateByToken(list), limit);
}

/** How many entries a node wants. */
export function readMailLimit(context: NodeContext, itemIndex: number, standard = 50): number {
  if (context.flag("returnAll", itemIndex)) return Number.POSITIVE_INFINITY;
  return Math.max(1, context.number("limit", itemIndex, standard));
}
