import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { HttpResponse } from "../../model/services.ts";
import { withField } from "../core/fields/field-path.ts";
import { toParameterText } from "./name-value-pairs.ts";
import { parseUrl, type RequestOptions } from "./request-options.ts";
import { parseBody, toHeadersJson } from "./response.ts";

import { throwForStatus } from "./send-request.ts";

/** The maximum number of pages. It stops a node whose condition never becomes true. */
const MOST_PAGES = 1_000;

/** The number of identical responses after which n8n stops. */
const MOST_IDENTICAL = 5;

const PATH = "options.pagination.pagination";

type Names = Readonly<Record<string, JsonValue>>;
type Send = (requestOptions: RequestOptions) => Promise<HttpResponse>;

/** Returns whether a node uses pagination. */
export function usesPagination(context: NodeContext, index: number): boolean {
  return getMode(context, index) !== "off";
}

function getMode(context: NodeContext, index: number): string {
  if (context.raw(PATH) === undefined) return "off";
  return context.text(`${PATH}.paginationMode`, index, "updateAParameterInEachRequest");
}

const evaluateValue = (context: NodeContext, value: JsonValue | undefined, index: number, names: Names) =>
  typeof value === "string" ? context.evaluate(value, index, names) : value;

function requestNames(requestOptions: RequestOptions): JsonValue {
  return {
    method: requestOptions.method,
    url: requestOptions.url,
    uri: requestOptions.url,
    qs: requestOptions.query,
    headers: { ...requestOptions.headers },
    body: requestOptions.body?.kind === "json" ? requestOptions.body.value : null,
  };
}

function withBodyField(requestOptions: RequestOptions, name: string, value: JsonValue): RequestOptions {
  const { body } = requestOptions;
  if (body?.kind === "urlencoded")
    return { ...requestOptions, body: { ...body, fields: { ...body.fields, [name]: value } } };
  const before: JsonObject = body?.kind === "json" && isObject(body.value) ? body.value : {};
  return { ...requestOptions, body: { kind: "json", value: withField(before, name, value) } };
}

function withParameter(
  requestOptions: RequestOptions,
  type: string,
  name: string,
  value: JsonValue,
): RequestOptions {
  if (type === "headers")
    return {
      ...requestOptions,
      headers: { ...requestOptions.headers, [name.toLowerCase()]: toParameterText(value) },
    };
  if (type === "body") return withBodyField(requestOptions, name, value);
  return { ...requestOptions, query: { ...requestOptions.query, [name]: value } };
}

function getNextPage(context: NodeContext, requestOptions: RequestOptions, index: number, names: Names) {
  let page = requestOptions;
  const parameters = context.raw(`${PATH}.parameters.parameters`);
  for (const [at, parameter] of (Array.isArray(parameters) ? parameters : []).entries()) {
    if (!isObject(parameter)) continue;
    const name = toParameterText(evaluateValue(context, parameter.name, index, names));
    if (name === "")
      throw context.failure("Parameter name must be set for parameter in the pagination", {
        field: `${PATH}.parameters.parameters[${at}].name`,
        itemIndex: index,
      });
    const value = evaluateValue(context, parameter.value, index, names) ?? "";
    page = withParameter(page, toParameterText(parameter.type ?? "qs"), name, value);
  }
  return page;
}

/** Returns the request for a page, or undefined if the last response did not name a next page. */
function buildPageRequest(
  context: NodeContext,
  requestOptions: RequestOptions,
  index: number,
  names: Names,
): RequestOptions | undefined {
  if (getMode(context, index) !== "responseContainsNextURL")
    return getNextPage(context, requestOptions, index, names);
  if (names.$pageCount === 0) return requestOptions;
  const next = evaluateValue(context, context.raw(`${PATH}.nextURL`), index, names);
  if (next === undefined) return undefined;
  if (next === null || next === "")
    throw context.failure(`'${next ?? "null"}' is not a valid URL.`, {
      field: `${PATH}.nextURL`,
      itemIndex: index,
    });
  // The URL of the next page already contains its query.
  return { ...requestOptions, url: parseUrl(context, next, index), query: {} };
}

function isEmpty(value: JsonValue): boolean {
  return Array.isArray(value)
    ? value.length === 0
    : !value || (isObject(value) && Object.keys(value).length === 0);
}

function isComplete(
  context: NodeContext,
  index: number,
  names: Names,
  status: number,
  body: JsonValue,
): boolean {
  switch (context.text(`${PATH}.paginationCompleteWhen`, index, "responseIsEmpty")) {
    case "receiveSpecificStatusCodes":
      return getCompletingCodes(context, index).has(status);
    case "other":
      return Boolean(evaluateValue(context, context.raw(`${PATH}.completeExpression`), index, names));
    default:
      return isEmpty(body);
  }
}

function getCompletingCodes(context: NodeContext, index: number): ReadonlySet<number> {
  const codes = context.text(`${PATH}.statusCodesWhenComplete`, index);
  return new Set(codes.split(",").map((code) => Number.parseInt(code.trim(), 10)));
}

function getMaxPages(context: NodeContext, index: number): number {
  if (!context.flag(`${PATH}.limitPagesFetched`, index)) return MOST_PAGES;
  return Math.min(MOST_PAGES, context.number(`${PATH}.maxRequests`, index, 100));
}

/** Requests pages until the node's condition is met, and returns the responses in order. */
export async function requestAllPages(
  context: NodeContext,
  requestOptions: RequestOptions,
  index: number,
  send: Send,
): Promise<HttpResponse[]> {
  const answers: HttpResponse[] = [];
  const most = getMaxPages(context, index);
  const interval = context.number(`${PATH}.requestInterval`, index, 0);
  const endsByStatus = context.text(`${PATH}.paginationCompleteWhen`, index) === "receiveSpecificStatusCodes";
  let names: Names = { $request: requestNames(requestOptions), $response: {}, $pageCount: 0 };
  let identical = 0;
  while (answers.length < most) {
    const page = buildPageRequest(context, requestOptions, index, names);
    if (page === undefined) break;
    const tolerant = { ...page, response: { ...page.response, neverError: true } };
    const answer = await send(endsByStatus ? tolerant : page);
    const isExpected = page.response.neverError || getCompletingCodes(context, index).has(answer.status);
    if (endsByStatus && !isExpected) throwForStatus(page, answer);
    const body = parseBody(requestOptions, answer);
    names = {
      $request: requestNames(page),
      $response: {
        body,
        headers: toHeadersJson(answer),
        statusCode: answer.status,
        statusMessage: answer.statusText,
      },
      $pageCount: answers.length + 1,
    };
    identical = answers.length > 0 && isSameBody(answers.at(-1), answer) ? identical + 1 : 0;
    if (identical >= MOST_IDENTICAL)
      throw context.failure(
        `The returned response was identical ${MOST_IDENTICAL}x, so requests got stopped`,
        { field: PATH, itemIndex: index },
      );
    answers.push(answer);
    if (isComplete(context, index, names, answer.status, body)) break;
    if (interval > 0) await context.sleep(interval);
  }
  return answers;
}

function isSameBody(before: HttpResponse | undefined, after: HttpResponse): boolean {
  return before !== undefined && Buffer.compare(before.body, after.body) === 0;
}
