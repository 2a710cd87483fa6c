import { getRateClass, type Route } from "@stoa/contract";
import { type AnswerHeader, OPERATION_DESCRIPTIONS } from "@stoa/contract/reference/index";
import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { createFailureReplies } from "./openapi-failures.ts";
import { createHeaderParameters, createHeaderRefs } from "./openapi-headers.ts";

/** Returns the credentials that a route accepts. In OpenAPI 3.1 any scheme may name the scopes that it needs. */
function describeSecurity({ auth, scope }: Route): Record<string, string[]>[] {
  const keys = scope === undefined ? [] : [{ apiKey: [scope] }, { apiKeyBearer: [scope] }];
  if (auth === "public") return [];
  if (auth === "key") return keys;
  return [...(auth === "optional" ? [{}] : []), { session: [] }, ...keys];
}

/** Returns the operation's description, with a sentence about the required credential unless the route is public. */
function describeOperation(route: Route, text: string): string {
  if (route.auth === "public") return text;
  const needs = route.scope
    ? `An API key needs the scope \`${route.scope}\`.`
    : "Requires a session; API keys are not accepted.";
  return `${text}\n\n${needs}`;
}

/** Returns the content of a body with any fields, as JSON or as a form. */
function createAnyContent() {
  const schema = z.record(z.string(), z.unknown());
  return { "application/json": { schema }, "application/x-www-form-urlencoded": { schema } };
}

function requestBody(route: Route) {
  if (route.encoding === "multipart") {
    const fields = route.body instanceof z.ZodObject ? route.body.shape : {};
    const file = z.string().meta({
      format: "binary",
      description: "The agent's .py, .ipynb or .json file, or a .zip archive of several files",
    });
    return { required: true, content: { "multipart/form-data": { schema: z.object({ ...fields, file }) } } };
  }
  if (route.encoding === "stream")
    return { required: true, content: { "application/octet-stream": { schema: route.body ?? z.string() } } };
  if (route.encoding === "any") return { required: false, content: createAnyContent() };
  return route.body && { required: true, content: { "application/json": { schema: route.body } } };
}

function createSuccessContent(route: Route) {
  if (route.replyTypes)
    return Object.fromEntries(Object.entries(route.replyTypes).map(([type, schema]) => [type, { schema }]));
  const json = { "application/json": { schema: route.reply } };
  if (!route.streams) return json;
  const events = Object.entries(route.streams).map(([event, data]) =>
    z.object({ event: z.literal(event), data }),
  );
  return { ...json, "text/event-stream": { schema: z.union(events) } };
}

/** Returns the 202 response for clients that do not wait (RFC 7240). */
function createAcceptedReply(body: z.ZodType) {
  return {
    description:
      "The run continues after this response, as `Prefer: respond-async` requested. `Location` is its URL.",
    headers: createHeaderRefs([
      ...(["X-Request-Id", "RateLimit", "RateLimit-Policy", "Location"] as const),
      ...(["Preference-Applied", "Retry-After", "Idempotent-Replayed"] as const),
    ]),
    content: { "application/json": { schema: body } },
  };
}

/**
 * Returns the headers of a successful response: the request ID, the rate-limit headers if the operation is limited, and
 * the operation's own headers except `Location`.
 */
function getSuccessHeaders(route: Route, own: readonly AnswerHeader[]): AnswerHeader[] {
  const counted: AnswerHeader[] = getRateClass(route) ? ["RateLimit", "RateLimit-Policy"] : [];
  return ["X-Request-Id", ...counted, ...own.filter((name) => !ACCEPTED_ONLY.has(name))];
}
const ACCEPTED_ONLY: ReadonlySet<AnswerHeader> = new Set(["Location"]);

/** Creates an operation of the document from its route and its documentation. */
export function createOperation(
  group: string,
  name: string,
  id: string,
  route: Route,
): ZodOpenApiOperationObject {
  const documentation = OPERATION_DESCRIPTIONS[group]?.[name];
  const body = requestBody(route);
  const path = route.params instanceof z.ZodObject ? route.params : undefined;
  const query = route.query instanceof z.ZodObject ? route.query : undefined;
  return {
    operationId: id,
    summary: route.summary,
    ...(documentation && { description: describeOperation(route, documentation.description) }),
    tags: [route.tag],
    security: describeSecurity(route),
    ...((path || query) && { requestParams: { ...(path && { path }), ...(query && { query }) } }),
    ...(documentation?.reads && { parameters: createHeaderParameters(documentation.reads) }),
    ...(body && { requestBody: body }),
    responses: {
      [`${route.status}`]: {
        description: "Success",
        headers: createHeaderRefs(getSuccessHeaders(route, documentation?.answers ?? [])),
        content: createSuccessContent(route),
      },
      ...(route.accepted && { "202": createAcceptedReply(route.accepted) }),
      ...createFailureReplies(route, documentation),
    },
  };
}
