import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { withField } from "../core/fields/field-path.ts";
import { getBinaryFile } from "../files/binary-file.ts";
import {
  readJsonParameter,
  readJsonRecord,
  readPairs,
  toHeaders,
  toParameterText,
  toRecord,
} from "./name-value-pairs.ts";
import {
  type ArrayFormat,
  DEFAULT_TIMEOUT_MS,
  type FormPart,
  MAX_REDIRECTS,
  parseUrl,
  type RequestBody,
  type RequestOptions,
  type ResponseOptions,
} from "./request-options.ts";

const describeInvalidJson = (field: string) => `The value in the "${field}" field is not valid JSON`;
const FIELDS = "bodyParameters.parameters";

/** Returns the fields of a JSON body. From version 4 on, a name with dots is a path. */
function getJsonFields(context: NodeContext, index: number): JsonObject {
  const pairs = readPairs(context, FIELDS, index);
  if (context.node.version < 4) return toRecord(pairs, "last");
  let body: JsonObject = {};
  for (const { name, value } of pairs)
    if (value !== undefined) body = withField(body, toParameterText(name), value);
  return body;
}

function readFormParts(context: NodeContext, item: Item, index: number): FormPart[] {
  return readPairs(context, FIELDS, index).map((pair) => {
    const name = toParameterText(pair.name);
    if (pair.parameterType !== "formBinaryData") return { name, value: pair.value ?? "" };
    return { name, value: getBinaryFile(context, item, index, toParameterText(pair.inputDataFieldName)) };
  });
}

/** Creates the body of a node of version 3 or later. */
function createBody(context: NodeContext, item: Item, index: number): RequestBody {
  const contentType = context.text("contentType", index, "json");
  const specified = context.text("specifyBody", index, "keypair");
  switch (contentType) {
    case "json":
      if (specified === "json")
        return {
          kind: "json",
          value: readJsonParameter(context, "jsonBody", index, describeInvalidJson("JSON Body")),
        };
      return { kind: "json", value: getJsonFields(context, index) };
    case "form-urlencoded": {
      if (specified !== "string")
        return { kind: "urlencoded", fields: toRecord(readPairs(context, FIELDS, index), "last") };
      const fields = [...new URLSearchParams(context.text("body", index))];
      return {
        kind: "urlencoded",
        fields: toRecord(
          fields.map(([name, value]) => ({ name, value })),
          "last",
        ),
      };
    }
    case "multipart-form-data":
      return { kind: "multipart", parts: readFormParts(context, item, index) };
    case "binaryData": {
      const file = getBinaryFile(context, item, index, context.text("inputDataFieldName", index));
      return { kind: "bytes", bytes: file.bytes, type: file.mimeType || "application/octet-stream" };
    }
    case "raw":
      return {
        kind: "bytes",
        bytes: context.text("body", index),
        type: context.text("rawContentType", index),
      };
    default:
      throw context.failure(
        `Unknown body content type '${contentType.slice(0, 40)}'. Use json, form-urlencoded, multipart-form-data, binaryData or raw`,
        {
          field: "contentType",
          itemIndex: index,
        },
      );
  }
}

/** n8n's Accept headers by response format. */
const ACCEPTED: Readonly<Record<ResponseOptions["format"], string>> = {
  autodetect:
    "application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7",
  json: "application/json,text/*;q=0.99",
  text: "application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, */*;q=0.1",
  file: "*/*",
};

function getQuery(context: NodeContext, index: number) {
  if (!context.flag("sendQuery", index)) return {};
  if (context.text("specifyQuery", index, "keypair") === "json")
    return readJsonRecord(context, "jsonQuery", index, describeInvalidJson("JSON Query Parameters"));
  const twice = context.node.version < 4.3 ? "last" : "list";
  return toRecord(readPairs(context, "queryParameters.parameters", index), twice);
}

function getOwnHeaders(context: NodeContext, index: number): Record<string, string> {
  if (!context.flag("sendHeaders", index)) return {};
  if (context.text("specifyHeaders", index, "keypair") === "json")
    return toHeaders(readJsonRecord(context, "jsonHeaders", index, describeInvalidJson("JSON Headers")));
  return toHeaders(toRecord(readPairs(context, "headerParameters.parameters", index), "last"));
}

function readResponseOptions(context: NodeContext, index: number): ResponseOptions {
  const path = "options.response.response";
  const format = context.text(`${path}.responseFormat`, index, "autodetect");
  return {
    format: format === "json" || format === "text" || format === "file" ? format : "autodetect",
    outputField: context.text(`${path}.outputPropertyName`, index, "data") || "data",
    fullResponse: context.flag(`${path}.fullResponse`, index),
    neverError: context.flag(`${path}.neverError`, index),
  };
}

/** Returns the number of redirects to follow. From version 4 on, requests follow redirects by default. */
function getMaxRedirects(context: NodeContext, index: number): number {
  const follows = context.flag("options.redirect.redirect.followRedirects", index, context.node.version >= 4);
  if (!follows) return 0;
  const most = context.number("options.redirect.redirect.maxRedirects", index, MAX_REDIRECTS);
  return Math.min(Math.max(0, most), MAX_REDIRECTS);
}

function getArrayFormat(context: NodeContext, index: number): ArrayFormat {
  const format = context.text("options.queryParameterArrays", index, "indices");
  return format === "brackets" || format === "repeat" ? format : "indices";
}

/** Creates the request of a node of version 3 or later. */
export function createRequestV3(context: NodeContext, item: Item, index: number): RequestOptions {
  const method = context.text("method", index, "GET").toUpperCase() || "GET";
  const url = parseUrl(context, context.parameter("url", index, ""), index);
  const response = readResponseOptions(context, index);
  return {
    method,
    url,
    query: getQuery(context, index),
    arrayFormat: getArrayFormat(context, index),
    headers: { accept: ACCEPTED[response.format], ...getOwnHeaders(context, index) },
    body: context.flag("sendBody", index) ? createBody(context, item, index) : undefined,
    maxRedirects: getMaxRedirects(context, index),
    timeoutMs: context.number("options.timeout", index, DEFAULT_TIMEOUT_MS),
    response,
  };
}
