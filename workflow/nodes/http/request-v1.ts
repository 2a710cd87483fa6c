import type { JsonValue } from "@stoa/runtime/protocol";
import { ensureHeapRoom } from "../../memory/heap-room.ts";
import { isObject } from "../../model/is-object.ts";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { HttpResponse } from "../../model/services.ts";
import { getBinaryFile } from "../files/binary-file.ts";
import { decodeText, getCharset } from "../files/text-encoding.ts";
import { readJsonParameter, readPairs, toHeaders, toParameterText, toRecord } from "./name-value-pairs.ts";
import {
  DEFAULT_TIMEOUT_MS,
  type FormPart,
  MAX_REDIRECTS,
  parseUrl,
  type RequestBody,
  type RequestOptions,
} from "./request-options.ts";
import { toBinaryFile, toFullResponse, toItemJson } from "./response.ts";

const NOT_JSON = 'Response body is not valid JSON. Change "Response Format" to "String"';

/** Returns the items of a response in versions 1 and 2. A list becomes one item unless the node splits it. */
export function toItemsV1(
  context: NodeContext,
  requestOptions: RequestOptions,
  answer: HttpResponse,
  from: { item: Item; index: number },
): Item[] {
  const { index, item } = from;
  const { fullResponse, format, outputField } = requestOptions.response;
  const pairedItem = { item: index };
  if (format === "file") {
    const json = fullResponse ? toFullResponse(answer, {}) : item.json;
    return [
      {
        json,
        binary: { ...item.binary, [outputField]: toBinaryFile(requestOptions.url, answer) },
        pairedItem,
      },
    ];
  }
  const text = decodeText(answer.body, getCharset(answer.headers["content-type"]));
  if (format === "text")
    return [
      {
        json: fullResponse ? toFullResponse(answer, { [outputField]: text }) : { [outputField]: text },
        pairedItem,
      },
    ];
  let body: JsonValue;
  try {
    body = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw context.failure(NOT_JSON, { itemIndex: index }, { cause: error });
  }
  ensureHeapRoom();
  if (fullResponse) return [{ json: toFullResponse(answer, { body }), pairedItem }];
  const splits = context.flag("options.splitIntoItems", index) && Array.isArray(body);
  return (splits ? (body as JsonValue[]) : [body]).map((value) => ({ json: toItemJson(value), pairedItem }));
}

const WITHOUT_BODY = new Set(["GET", "HEAD"]);
const NEEDS_TYPE =
  'Sending binary data is only supported when option "Body Content Type" is set to "RAW/CUSTOM" or "FORM-DATA/MULTIPART"!';

/** Returns a group of parameters, which the node has as name-value pairs or as JSON. */
function getFields(
  context: NodeContext,
  index: number,
  group: { pairs: string; json: string; title: string },
): JsonValue {
  if (!context.flag("jsonParameters", index))
    return toRecord(readPairs(context, `${group.pairs}.parameter`, index), "last");
  if (context.text(group.json, index).trim() === "") return {};
  return readJsonParameter(context, group.json, index, `${group.title} must be a valid JSON`);
}

const recordIn = (value: JsonValue): JsonObject => (isObject(value) ? value : {});

/** Returns the files that a list such as `name:property, name:property` or a single property names. */
function readFileParts(context: NodeContext, item: Item, index: number): FormPart[] {
  const named = context.text("binaryPropertyName", index, "data").split(",");
  return named.map((entry) => {
    const [first = "", second] = entry.split(":").map((part) => part.trim());
    return {
      name: second === undefined ? "file" : first,
      value: getBinaryFile(context, item, index, second ?? first),
    };
  });
}

function readBinaryBody(context: NodeContext, item: Item, index: number, contentType: string): RequestBody {
  if (contentType === "raw") {
    const file = getBinaryFile(context, item, index, context.text("binaryPropertyName", index, "data"));
    const type = context.text("options.bodyContentCustomMimeType", index) || file.mimeType;
    return { kind: "bytes", bytes: file.bytes, type };
  }
  if (contentType !== "multipart-form-data")
    throw context.failure(NEEDS_TYPE, { field: "options.bodyContentType", itemIndex: index });
  const fields = recordIn(getFields(context, index, BODY));
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return { kind: "multipart", parts: [...parts, ...readFileParts(context, item, index)] };
}

const BODY = { pairs: "bodyParametersUi", json: "bodyParametersJson", title: "Body Parameters" };
const HEADERS = { pairs: "headerParametersUi", json: "headerParametersJson", title: "Headers" };
const QUERY = { pairs: "queryParametersUi", json: "queryParametersJson", title: "Query Parameters" };

function readLegacyBody(context: NodeContext, item: Item, index: number): RequestBody | undefined {
  const contentType = context.text("options.bodyContentType", index, "json");
  if (context.flag("jsonParameters", index) && context.flag("sendBinaryData", index))
    return readBinaryBody(context, item, index, contentType);
  if (contentType === "raw") {
    const type = context.text("options.bodyContentCustomMimeType", index) || "text/plain";
    return {
      kind: "bytes",
      bytes: toParameterText(context.parameter("bodyParametersJson", index, "")),
      type,
    };
  }
  const value = getFields(context, index, BODY);
  if (isObject(value) && Object.keys(value).length === 0) return undefined;
  if (contentType === "form-urlencoded") return { kind: "urlencoded", fields: recordIn(value) };
  if (contentType !== "multipart-form-data") return { kind: "json", value };
  const parts = Object.entries(recordIn(value)).map(([name, each]) => ({ name, value: each }));
  return { kind: "multipart", parts };
}

/**
 * Returns the number of redirects to follow. Requests with other methods than GET and HEAD follow redirects only if the
 * option is set.
 */
function getMaxRedirects(context: NodeContext, method: string, index: number): number {
  if (context.flag("options.followAllRedirects", index)) return MAX_REDIRECTS;
  const follows = context.flag("options.followRedirect", index, true);
  return follows && WITHOUT_BODY.has(method) ? MAX_REDIRECTS : 0;
}

/** Creates the request of a node of version 1 or 2. */
export function createRequestV1(context: NodeContext, item: Item, index: number): RequestOptions {
  const method = context.text("requestMethod", index, "GET").toUpperCase() || "GET";
  const url = parseUrl(context, context.parameter("url", index, ""), index);
  const format = context.text("responseFormat", index, "json");
  return {
    method,
    url,
    query: recordIn(getFields(context, index, QUERY)),
    arrayFormat: context.flag("options.useQueryString", index) ? "repeat" : "indices",
    headers: {
      accept: format === "json" ? "application/json,text/*;q=0.99" : "*/*",
      ...toHeaders(recordIn(getFields(context, index, HEADERS))),
    },
    body: WITHOUT_BODY.has(method) ? undefined : readLegacyBody(context, item, index),
    maxRedirects: getMaxRedirects(context, method, index),
    timeoutMs: context.number("options.timeout", index, DEFAULT_TIMEOUT_MS),
    response: {
      format: format === "string" ? "text" : format === "file" ? "file" : "json",
      outputField: context.text("dataPropertyName", index, "data") || "data",
      fullResponse: context.flag("options.fullResponse", index),
      neverError: context.flag("options.ignoreResponseCode", index),
    },
  };
}
