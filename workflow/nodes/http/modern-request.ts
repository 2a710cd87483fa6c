import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { modernBody } from "./modern-body.ts";
import { headersOf, jsonRecord, pairsOf, recordOf } from "./name-value-pairs.ts";
import {
  type AnswerWish,
  type ArrayFormat,
  DEFAULT_TIMEOUT_MS,
  MAX_REDIRECTS,
  type PlannedRequest,
} from "./planned-request.ts";
import { checkedUrl } from "./request-url.ts";

const NOT_JSON = "JSON parameter needs to be valid JSON";

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
