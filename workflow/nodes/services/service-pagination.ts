import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { type JsonResponse, requestJson, type ServiceNodeCall } from "./service-call.ts";

/** The maximum number of pages, more than the items of a run need. */
const MAX_PAGES = 1_000;

/** The way in which a service paginates lists. */
export interface PaginationOptions {
  /** Returns the list in a response. */
  list(answer: JsonObject): JsonValue | undefined;
  /** Returns the request for the next page, or undefined after the last page. */
  next(
    answer: JsonObject,
    call: ServiceNodeCall,
    headers: JsonResponse["headers"],
  ): ServiceNodeCall | undefined;
}

/** Paginates with a token in each response, which the query of the next request contains. */
export function paginateByToken(
  list: string,
  token = "nextPageToken",
  sentAs = "pageToken",
): PaginationOptions {
  return {
    list: (answer) => answer[list],
    next: (answer, call) => {
      const next = answer[token];
      return typeof next === "string" && next !== ""
        ? { ...call, query: { ...call.query, [sentAs]: next } }
        : undefined;
    },
  };
}

/**
 * Returns the entries of a service's pages, up to a limit.
 * @throws NodeError if a call is refused or the list has too many pages
 */
export async function requestAllItems(
  context: NodeContext,
  itemIndex: number,
  first: ServiceNodeCall,
  { list, next }: PaginationOptions,
  limit = Number.POSITIVE_INFINITY,
): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  let call: ServiceNodeCall | undefined = first;
  for (let page = 0; call && found.length < limit; page += 1) {
    if (page === MAX_PAGES)
      throw context.failure(`The service has more than ${MAX_PAGES} pages. Set a limit`, { itemIndex });
    const { json, headers }: JsonResponse = await requestJson(context, itemIndex, call);
    const record: JsonObject = isObject(json) ? json : { list: json };
    const entries = list(record);
    if (Array.isArray(entries)) found.push(...entries.filter(isObject));
    call = next(record, call, headers);
  }
  return found.slice(0, limit);
}
