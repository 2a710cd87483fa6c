import type { JsonValue } from "@stoa/runtime/protocol";
import { stringify } from "qs";
import type { BinaryFile, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";

/** The maximum length of a URL, well above the limits of browsers and servers. */
const MAX_URL_CHARS = 64 * 1024;

/** Returns a valid URL. @throws NodeError with n8n's message if the URL is invalid */
export function parseUrl(context: NodeContext, value: JsonValue | undefined, itemIndex: number): string {
  const place = { field: "url", itemIndex };
  if (typeof value !== "string")
    throw context.failure(`URL parameter must be a string, got ${typeof (value ?? undefined)}`, place);
  const url = value.trim();
  if (!/^https?:\/\//i.test(url))
    throw context.failure(`Invalid URL: ${url.slice(0, 200)}. URL must start with "http" or "https".`, place);
  if (!URL.canParse(url)) throw context.failure(`Invalid URL: ${url.slice(0, 200)}`, place);
  return url;
}

/** Appends a query to a URL, which may already have a query. */
export function addQuery(url: string, query: JsonObject, arrayFormat: ArrayFormat): string {
  const [address = "", fragment] = url.split("#", 2);
  const text = stringify(query, { arrayFormat });
  const joint = address.includes("?") ? (/[?&]$/.test(address) ? "" : "&") : "?";
  const whole = text === "" ? address : `${address}${joint}${text}`;
  if (whole.length > MAX_URL_CHARS)
    throw new Error(
      `The URL with its query is longer than ${MAX_URL_CHARS} characters. Send long values in the body`,
    );
  return fragment === undefined ? whole : `${whole}#${fragment}`;
}

/** One field of a multipart body. */
export interface FormPart {
  name: string;
  value: JsonValue | BinaryFile;
}

export type RequestBody =
  | { kind: "json"; value: JsonValue }
  | { kind: "urlencoded"; fields: JsonObject }
  | { kind: "multipart"; parts: readonly FormPart[] }
  | { kind: "bytes"; bytes: Uint8Array | string; type: string };

export type ArrayFormat = "brackets" | "indices" | "repeat";

/** How to process the response. All versions of the node share these options. */
export interface ResponseOptions {
  format: "autodetect" | "json" | "text" | "file";
  /** The field that receives text or a file. */
  outputField: string;
  fullResponse: boolean;
  /** Whether error statuses are returned as responses. */
  neverError: boolean;
}

/** The request that the parameters describe for an item. Pagination may change it. */
export interface RequestOptions {
  method: string;
  url: string;
  query: JsonObject;
  arrayFormat: ArrayFormat;
  /** The names of the headers are in lower case. */
  headers: Readonly<Record<string, string>>;
  body: RequestBody | undefined;
  maxRedirects: number;
  timeoutMs: number;
  response: ResponseOptions;
}

/** The default number of redirects to follow, which is the default of n8n's HTTP client. */
export const MAX_REDIRECTS = 21;

/** n8n's default: five minutes. The run may end earlier. */
export const DEFAULT_TIMEOUT_MS = 300_000;
