import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { type ServiceCall, serviceApiRequest } from "./service-call.ts";

/** More requests than one node needs for all items that a run may hold. */
const MAX_PAGES = 1_000;

/** How a service hands out long lists. */
export interface PaginationOptions {
  /** Where an answer has its list. */
  list(answer: JsonObject): JsonValue | undefined;
  /** The request for the next page; undefined after the last. */
  next(answer: JsonObject, call: ServiceCall): ServiceCall | undefined;
}

/** Pages that are named by a token in the answer, sent back in the query. */
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

/** The records of a service's pages, up to a number of them. */
export async function requestAllItems(
  context: NodeContext,
  itemIndex: number,
  first: ServiceCall,
  { list, next }: PaginationOptions,
  limit = Number.POSITIVE_INFINITY,
): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  let call: ServiceCall | undefined = first;
  for (let page = 0; call && found.length < limit; page += 1) {
    if (page === MAX_PAGES)
      throw context.failure(`The service has more than ${MAX_PAGES} pages`, { itemIndex });
    const answer: JsonValue = await serviceApiRequest(context, itemIndex, call);
    const record: JsonObject = isObject(answer) ? answer : { list: answer };
    const entries = list(record);
    if (Array.isArray(entries)) found.push(...entries.filter(isObject));
    call = next(record, call);
  }
  return found.slice(0, limit);
}
