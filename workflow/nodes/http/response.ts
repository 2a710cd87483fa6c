import type { JsonValue } from "@stoa/runtime/protocol";
import { ensureHeapRoom } from "../../memory/heap-room.ts";
import type { BinaryFile, Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { HttpResponse } from "../../model/services.ts";
import { createBinaryFile, getBaseName } from "../files/binary-file.ts";
import { decodeText, getCharset } from "../files/text-encoding.ts";
import type { RequestOptions } from "./request-options.ts";

/** Returns response headers as JSON, with cookies as a list. */
export function toHeadersJson({ headers }: HttpResponse): JsonObject {
  const cookies = headers["set-cookie"];
  return cookies === undefined ? { ...headers } : { ...headers, "set-cookie": cookies.split("\n") };
}

/** Returns the file name in a Content-Disposition header, or undefined if it has none. */
function getNameFromHeader(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const encoded = /filename\*\s*=\s*(?:utf-8|iso-8859-1)''([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  }
  return /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition)?.slice(1).find(Boolean);
}

function getNameFromUrl(url: string): string | undefined {
  const name = getBaseName(new URL(url).pathname);
  if (!/\.[a-z0-9]{1,10}$/i.test(name)) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Returns a response as a binary file. The file name comes from the response, or from the URL if the URL's last part
 * has an extension.
 */
export function toBinaryFile(url: string, { headers, body }: HttpResponse): BinaryFile {
  return createBinaryFile(body, {
    fileName: getNameFromHeader(headers["content-disposition"]) ?? getNameFromUrl(url),
    mimeType: headers["content-type"]?.split(";")[0]?.trim(),
  });
}

/**
 * Returns a value as an item's `json`. As in n8n, only null becomes an empty object. Numbers and lists are kept,
 * although they are not objects.
 */
export function toItemJson(value: JsonValue): JsonObject {
  return (value ?? {}) as JsonObject;
}

const NOT_JSON = 'Response body is not valid JSON. Change "Response Format" to "Text"';

/** Content types that become a file in the autodetect format. */
const FILE_TYPES =
  /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|gzip|zip|pdf|rtf|msword|epub\+zip|java-archive|vnd\.(?:rar|visio|ms-(?:excel|powerpoint|fontobject)|oasis\.opendocument|openxmlformats-officedocument|amazon\.ebook)|x-(?:bzip2?|cdf|freearc|7z-compressed|tar|shockwave-flash))/i;

type Format = "json" | "text" | "file";

function chooseFormat(requestOptions: RequestOptions, type: string): Format {
  if (requestOptions.response.format !== "autodetect") return requestOptions.response.format;
  if (type.includes("application/json")) return "json";
  return FILE_TYPES.test(type) ? "file" : "text";
}

function decodeResponse({ headers, body }: HttpResponse): string {
  return decodeText(body, getCharset(headers["content-type"]));
}

function parseResponseBody(
  context: NodeContext,
  requestOptions: RequestOptions,
  answer: HttpResponse,
  index: number,
): JsonValue {
  const text = decodeResponse(answer);
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    const detects = requestOptions.response.format === "autodetect";
    if (detects && requestOptions.response.neverError) return {};
    const message = detects ? "Invalid JSON in response body" : NOT_JSON;
    throw context.failure(message, { itemIndex: index }, { cause: error });
  }
}

/** Returns the full response with the status line, in n8n's order. */
export function toFullResponse(answer: HttpResponse, body: JsonObject): JsonObject {
  return {
    ...body,
    headers: toHeadersJson(answer),
    statusCode: answer.status,
    statusMessage: answer.statusText,
  };
}

/** Returns the response body that expressions read as `$response.body`. */
export function parseBody(requestOptions: RequestOptions, answer: HttpResponse): JsonValue {
  const format = chooseFormat(requestOptions, answer.headers["content-type"] ?? "");
  if (format === "file") return {};
  const text = decodeResponse(answer);
  if (format === "text") return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Returns the items of a response in version 3 and later. */
export function toItemsV3(
  context: NodeContext,
  requestOptions: RequestOptions,
  answer: HttpResponse,
  from: { item: Item; index: number },
): Item[] {
  const { index, item } = from;
  const { fullResponse, outputField } = requestOptions.response;
  const pairedItem = { item: index };
  const format = chooseFormat(requestOptions, answer.headers["content-type"] ?? "");
  if (format === "file") {
    const file = toBinaryFile(requestOptions.url, answer);
    const json = fullResponse ? toFullResponse(answer, {}) : item.json;
    return [{ json, binary: { ...item.binary, [outputField]: file }, pairedItem }];
  }
  if (format === "text") {
    const text = decodeResponse(answer);
    const body: JsonObject =
      text === "" && requestOptions.response.format === "autodetect" ? {} : { [outputField]: text };
    return [{ json: fullResponse ? toFullResponse(answer, body) : body, pairedItem }];
  }
  const body = parseResponseBody(context, requestOptions, answer, index);
  ensureHeapRoom();
  if (fullResponse) return [{ json: toFullResponse(answer, { body }), pairedItem }];
  return (Array.isArray(body) ? body : [body]).map((value) => ({ json: toItemJson(value), pairedItem }));
}
