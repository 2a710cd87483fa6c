import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { JsonResponse, ServiceNodeCall } from "../service-call.ts";
import { getAtPath } from "./value-at-path.ts";

/** A page of a list. */
export interface ListPage {
  answer: JsonObject;
  entries: readonly JsonValue[];
  headers: JsonResponse["headers"];
}

/** The way in which a service divides lists into pages. */
export interface PagingStyle {
  /** Adds the size of a page to the first request; the list may be limited to fewer entries. */
  first(call: ServiceNodeCall, limit: number): ServiceNodeCall;
  /** Returns the request for the next page, or undefined after the last page. */
  next(page: ListPage, call: ServiceNodeCall): ServiceNodeCall | undefined;
}

const withQuery = (call: ServiceNodeCall, query: NonNullable<ServiceNodeCall["query"]>): ServiceNodeCall => ({
  ...call,
  query: { ...call.query, ...query },
});

const withBody = (call: ServiceNodeCall, body: JsonObject): ServiceNodeCall => ({
  ...call,
  body: { ...(isObject(call.body) ? call.body : {}), ...body },
});

const withSize = (size: string | undefined, max: number) => (call: ServiceNodeCall, limit: number) =>
  size === undefined ? call : withQuery(call, { [size]: Math.min(limit, max) });

const isToken = (value: JsonValue | undefined): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";

/** The service returns the whole list at once. */
export const ONE_PAGE: PagingStyle = { first: (call) => call, next: () => undefined };

/** The service's list ends at the page size, which the node's limit sets. */
export const byLimit = (size: string, max: number): PagingStyle => ({
  first: withSize(size, max),
  next: () => undefined,
});

/** The next page begins after the entries so far. A page that is not full is the last. */
export const byOffset = (offset: string, size: string, max: number): PagingStyle => ({
  first: withSize(size, max),
  next: ({ entries }, call) =>
    entries.length > 0 && entries.length >= Number(call.query?.[size])
      ? withQuery(call, { [offset]: Number(call.query?.[offset] ?? 0) + entries.length })
      : undefined,
});

interface PageNumbers {
  page: string;
  /** The number of the first page; 1 by default. */
  from?: number;
  size?: string;
  max: number;
  /** The header with the number of pages. Without it, a page that is not full is the last. */
  total?: string;
}

/** Pages have numbers. */
export const byPageNumber = ({ page, from = 1, size, max, total }: PageNumbers): PagingStyle => ({
  first: withSize(size, max),
  next: ({ entries, headers }, call) => {
    const current = Number(call.query?.[page] ?? from);
    const pages = total === undefined ? Number.NaN : Number(headers[total]);
    const perPage = size === undefined ? max : Number(call.query?.[size]);
    const isLast = Number.isNaN(pages) ? entries.length < perPage : current >= pages;
    return isLast || entries.length === 0 ? undefined : withQuery(call, { [page]: current + 1 });
  },
});

interface Cursor {
  /** The name that the next request sends the cursor as. */
  cursor: string;
  /** The path of the cursor in the response. */
  at: string;
  size?: string;
  max: number;
  /** The path of a flag that says whether there are more pages, if a cursor alone does not. */
  more?: string;
  /** Whether the size and the cursor are sent in the body. */
  inBody?: true;
}

/** Each response contains the cursor of the next page. */
export const byCursor = ({ cursor, at, size, max, more, inBody }: Cursor): PagingStyle => ({
  first: (call, limit) =>
    inBody && size !== undefined
      ? withBody(call, { [size]: Math.min(limit, max) })
      : withSize(size, max)(call, limit),
  next: ({ answer }, call) => {
    const next = getAtPath(answer, at);
    if (!isToken(next) || (more !== undefined && getAtPath(answer, more) !== true)) return undefined;
    return inBody ? withBody(call, { [cursor]: next }) : withQuery(call, { [cursor]: next });
  },
});

/** The next page begins after the ID of the last entry, if the response says that there are more. */
export const byLastId = (options: {
  cursor: string;
  id: string;
  more: string;
  size: string;
  max: number;
}): PagingStyle => ({
  first: withSize(options.size, options.max),
  next: ({ answer, entries }, call) => {
    const last = entries.at(-1);
    const id = isObject(last) ? last[options.id] : undefined;
    return getAtPath(answer, options.more) === true && isToken(id)
      ? withQuery(call, { [options.cursor]: id })
      : undefined;
  },
});

/** Returns the request for a URL of the same list. Only its query is used, so it cannot lead anywhere else. */
function withQueryOf(call: ServiceNodeCall, address: string): ServiceNodeCall | undefined {
  const base = "https://service.invalid";
  if (!URL.canParse(address, base)) return undefined;
  return { ...call, query: Object.fromEntries(new URL(address, base).searchParams) };
}

/** Each response contains the URL of the next page. */
export const byNextUrl = (at: string, size?: string, max = 100): PagingStyle => ({
  first: withSize(size, max),
  next: ({ answer }, call) => {
    // `@odata.nextLink` is a name with a dot, not a path.
    const next = Object.hasOwn(answer, at) ? answer[at] : getAtPath(answer, at);
    return typeof next === "string" && next !== "" ? withQueryOf(call, next) : undefined;
  },
});

/** The header `link` contains the URL of the next page. */
export const byLinkHeader = (size: string, max: number): PagingStyle => ({
  first: withSize(size, max),
  next: ({ headers }, call) => {
    const links = Array.isArray(headers.link) ? headers.link.join(",") : (headers.link ?? "");
    const next = /<([^<>]*)>\s*;[^<]*\brel="?next"?/.exec(links)?.[1];
    return next === undefined ? undefined : withQueryOf(call, next);
  },
});
