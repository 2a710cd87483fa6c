import type { JsonValue } from "@stoa/runtime/protocol";
import { stringify } from "qs";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { ArrayFormat } from "./planned-request.ts";

/** What browsers and servers take at most, with much to spare. */
const MAX_URL_CHARS = 64 * 1024;

/** An address that a request can be sent to. @throws NodeError in n8n's words where it is none. */
export function checkedUrl(context: NodeContext, value: JsonValue | undefined, itemIndex: number): string {
  const place = { field: "url", itemIndex };
  if (typeof value !== "string")
    throw context.failure(`URL parameter must be a string, got ${typeof (value ?? undefined)}`, place);
  const url = value.trim();
  if (!/^https?:\/\//i.test(url))
    throw context.failure(`Invalid URL: ${url.slice(0, 200)}. URL must start with "http" or "https".`, place);
  if (!URL.canParse(url)) throw context.failure(`Invalid URL: ${url.slice(0, 200)}`, place);
  return url;
}

/** The address with a query behind what it has of one already. */
export function urlWithQuery(url: string, query: JsonObject, arrayFormat: ArrayFormat): string {
  const [address = "", fragment] = url.split("#", 2);
  const text = stringify(query, { arrayFormat });
  const joint = address.includes("?") ? (/[?&]$/.test(address) ? "" : "&") : "?";
  const whole = text === "" ? address : `${address}${joint}${text}`;
  if (whole.length > MAX_URL_CHARS)
    throw new Error(`The address with its query is longer than ${MAX_URL_CHARS} characters`);
  return fragment === undefined ? whole : `${whole}#${fragment}`;
}
