import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceQuery } from "../../service-call.ts";
import { paginateByToken, requestAllItems } from "../../service-pagination.ts";
import { type GoogleCall, googleApiRequest, toGoogleCall } from "../google-api.ts";

const MAILBOX = "/gmail/v1/users/me";
/** The API's maximum number of entries per page. */
const PAGE_SIZE = 500;

/** Returns paths of the mailbox, in the form that grants use. */
export const getMailboxPath = (...parts: string[]): string[] => parts.map((part) => `${MAILBOX}${part}`);

/** Calls Gmail's API for the mailbox. */
export function gmailApiRequest(
  context: NodeContext,
  itemIndex: number,
  method: GoogleCall["method"],
  path: string,
  more: { query?: ServiceQuery; body?: JsonValue } = {},
): Promise<JsonObject> {
  return googleApiRequest(context, itemIndex, { method, path: MAILBOX + path, ...more });
}

/** Returns a list from the mailbox up to a limit. */
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

/** Returns the maximum number of entries that a node requests. */
export function readMailLimit(context: NodeContext, itemIndex: number, standard = 50): number {
  if (context.flag("returnAll", itemIndex)) return Number.POSITIVE_INFINITY;
  return Math.max(1, context.number("limit", itemIndex, standard));
}
