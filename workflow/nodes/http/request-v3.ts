import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { withField } from "../core/fields/field-path.ts";
import { fileOf } from "../files/binary-file.ts";
import { asText, headersOf, jsonParameter, jsonRecord, pairsOf, recordOf } from "./name-value-pairs.ts";
import {
  type AnswerWish,
  type ArrayFormat,
  checkedUrl,
  DEFAULT_TIMEOUT_MS,
  type FormPart,
  MAX_REDIRECTS,
  type PlannedRequest,
  type RequestBody,
} from "./request-options.ts";

const NOT_JSON = "JSON parameter needs to be valid JSON";
const FIELDS = "bodyParameters.parameters";

/** Since version 4 dots in a name lead into objects. */
function jsonFields(context: NodeContext, index: number): JsonObject {
  const pairs = pairsOf(context, FIELDS, index);
  if (context.node.version < 4) return recordOf(pairs, "last");
  let body: JsonObject = {};
  for (const { name, value } of pairs) if (value !== undefined) body = withField(body, asText(name), value);
  return body;
}

function formParts(context: NodeContext, item: Item, index: number): FormPart[] {
  return pairsOf(context, FIELDS, index).map((pair) => {
    const name = asText(pair.name);
    if (pair.parameterType !== "formBinaryData") return { name, value: pair.value ?? "" };
    return { name, value: fileOf(context, item, index, asText(pair.inputDataFieldName)) };
  });
}

/** The body that the parameters of version 3 and later describe. */
function modernBody(context: NodeContext, item: Item, index: number): RequestBody {
  const contentType = context.text("contentType", index, "json");
  const specified = context.text("specifyBody", index, "keypair");
  switch (contentType) {
    case "json":
      if (specified === "json")
        return { kind: "json", value: jsonParameter(context, "jsonBody", index, NOT_JSON) };
      return { kind: "json", value: jsonFields(context, index) };
    case "form-urlencoded": {
      if (specified !== "string")
        return { kind: "urlencoded", fields: recordOf(pairsOf(context, FIELDS, index), "last") };
      const fields = [...new URLSearchParams(context.text("body", index))];
      return {
        kind: "urlencoded",
        fields: recordOf(
          fields.map(([name, value]) => ({ name, value })),
          "last",
        ),
      };
    }
    case "multipart-form-data":
      return { kind: "multipart", parts: formParts(context, item, index) };
    case "binaryData": {
      const file = fileOf(context, item, index, context.text("inputDataFieldName", index));
      return { kind: "bytes", bytes: file.bytes, type: file.mimeType || "application/octet-stream" };
    }
    case "raw":
      return {
        kind: "bytes",
        bytes: context.text("body", index),
        type: context.text("rawContentType", index),
      };
    default:
      throw context.failure(`The body content type '${contentType.slice(0, 40)}' is not known`, {
        field: "contentType",
        itemIndex: index,
      });
  }
}

/** What n8n says that it takes, by the format of the answer. */
const ACCEPTED: Readonly<Record<AnswerWish["format"], string>> = {
  autodetect:
    "application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7",
  json: "application/json,text/*;q=0.99",
  text: "application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, */*;q=0.1",
  file: "*/*",
};

function queryOf(context: NodeContext, index: number) {
  if (!context.flag("sendQuery", index)) return {};
  if (context.text("specifyQuery", index, "keypair") === "json")
    return jsonRecord(context, "jsonQuery", index, NOT_JSON);
  const twice = context.node.version < 4.3 ? "last" : "list";
  return recordOf(pairsOf(context, "queryParameters.parameters", index), twice);
}

function ownHeaders(context: NodeContext, index: number): Record<string, string> {
  if (!context.flag("sendHeaders", index)) return {};
  if (context.text("specifyHeaders", index, "keypair") === "json")
    return headersOf(jsonRecord(context, "jsonHeaders", index, NOT_JSON));
  return headersOf(recordOf(pairsOf(context, "headerParameters.parameters", index), "last"));
}

function answerWish(context: NodeContext, index: number): AnswerWish {
  const path = "options.response.response";
  const format = context.text(`${path}.responseFormat`, index, "autodetect");
  return {
    format: format === "json" || format === "text" || format === "file" ? format : "autodetect",
    outputField: context.text(`${path}.outputPropertyName`, index, "data") || "data",
    fullResponse: context.flag(`${path}.fullResponse`, index),
    neverError: context.flag(`${path}.neverError`, index),
  };
}

/** Since version 4 redirects are followed unless it is said otherwise. */
function maxRedirects(context: NodeContext, index: number): number {
  const follows = context.flag("options.redirect.redirect.followRedirects", index, context.node.version >= 4);
  if (!follows) return 0;
  const most = context.number("options.redirect.redirect.maxRedirects", index, MAX_REDIRECTS);
  return Math.min(Math.max(0, most), MAX_REDIRECTS);
}

function arrayFormat(context: NodeContext, index: number): ArrayFormat {
  const format = context.text("options.queryParameterArrays", index, "indices");
  return format === "brackets" || format === "repeat" ? format : "indices";
}

/** A request as the parameters of version 3 and later describe it. */
export function modernRequest(context: NodeContext, item: Item, index: number): PlannedRequest {
  const method = context.text("method", index, "GET").toUpperCase() || "GET";
  const url = checkedUrl(context, context.parameter("url", index, ""), index);
  const answer = answerWish(context, index);
  return {
    method,
    url,
    query: queryOf(context, index),
    arrayFormat: arrayFormat(context, index),
    headers: { accept: ACCEPTED[answer.format], ...ownHeaders(context, index) },
    body: context.flag("sendBody", index) ? modernBody(context, item, index) : undefined,
    maxRedirects: maxRedirects(context, index),
    timeoutMs: context.number("options.timeout", index, DEFAULT_TIMEOUT_MS),
    answer,
  };
}
