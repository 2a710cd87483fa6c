import type { JsonValue } from "@stoa/runtime/protocol";
import { stringify } from "qs";
import type { BinaryFile, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";

/** What browsers and servers take at most, with much to spare. */
const MAX_URL_CHARS = 64 * 1024;

/** An address that a request can be sent to. @throws NodeError in n8n's words where it is none. */
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

/** The address with a query behind what it has of one already. */
export function addQuery(url: string, query: JsonObject, arrayFormat: ArrayFormat): string {
  const [address = "", fragment] = url.split("#", 2);
  const text = stringify(query, { arrayFormat });
  const joint = address.includes("?") ? (/[?&]$/.test(address) ? "" : "&") : "?";
  const whole = text === "" ? address : `${address}${joint}${text}`;
  if (whole.length > MAX_URL_CHARS)
    throw new Error(`The address with its query is longer than ${MAX_URL_CHARS} characters`);
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

/** What is to become of the answer, in either generation of the node's parameters. */
export interface ResponseOptions {
  format: "autodetect" | "json" | "text" | "file";
  /** The field that a text or a file goes to. */
  outputField: string;
  fullResponse: boolean;
  /** Any status is an answer. */
  neverError: boolean;
}

/** A request as an item's parameters describe it: what a page of several may still change. */
export interface RequestOptions {
  method: string;
  url: string;
  query: JsonObject;
  arrayFormat: ArrayFormat;
  /** Names in lower case, as HTTP/2 wants them and HTTP/1.1 does not care. */
  headers: Readonly<Record<string, string>>;
  body: RequestBody | undefined;
  maxRedirects: number;
  timeoutMs: number;
  response: ResponseOptions;
}

/** As many as n8n's HTTP client follows. */
export const MAX_REDIRECTS = 21;

/** n8n's own: five minutes. The run's end comes first where it is nearer. */
export const DEFAULT_TIMEOUT_MS = 300_000;
