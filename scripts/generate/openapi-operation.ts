import { type Route, rateClassOf } from "@stoa/contract";
import { type AnswerHeader, OPERATION_DESCRIPTIONS } from "@stoa/contract/reference/index";
import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { failureReplies } from "./openapi-failures.ts";
import { headerParameters, headerRefs } from "./openapi-headers.ts";

/** The credentials that open a route. OpenAPI 3.1 lets any scheme name the scopes that it needs. */
function securityOf({ auth, scope }: Route): Record<string, string[]>[] {
  const keys = scope === undefined ? [] : [{ apiKey: [scope] }, { apiKeyBearer: [scope] }];
  if (auth === "public") return [];
  if (auth === "key") return keys;
  return [...(auth === "optional" ? [{}] : []), { session: [] }, ...keys];
}

/** The operation's words, and what of a key it needs. */
function describeOperation(route: Route, text: string): string {
  if (route.auth === "public") return text;
  const needs = route.scope
    ? `An API key needs the scope \`${route.scope}\`.`
    : "It takes a session; an API key does not open it.";
  return `${text}\n\n${needs}`;
}

/** A body that may be of any kind, as programs and as forms send it. */
function anyContent() {
  const schema = z.record(z.string(), z.unknown());
  return { "application/json": { schema }, "application/x-www-form-urlencoded": { schema } };
}

function requestBody(route: Route) {
  if (route.encoding === "multipart") {
    const fields = route.body instanceof z.ZodObject ? route.body.shape : {};
    const file = z.string().meta({ format: "binary", description: "The agent's .py or .json file" });
    return { required: true, content: { "multipart/form-data": { schema: z.object({ ...fields, file }) } } };
  }
  if (route.encoding === "any") return { required: false, content: anyContent() };
  return route.body && { required: true, content: { "application/json": { schema: route.body } } };
}

function successContent(route: Route) {
  if (route.replyTypes)
    return Object.fromEntries(Object.entries(route.replyTypes).map(([type, schema]) => [type, { schema }]));
  const json = { "application/json": { schema: route.reply } };
  if (!route.streams) return json;
  const events = Object.entries(route.streams).map(([event, data]) =>
    z.object({ event: z.literal(event), data }),
  );
  return { ...json, "text/event-stream": { schema: z.union(events) } };
}

/** 202, for who does not wait (RFC 7240). */
function acceptedReply(body: z.ZodType) {
  return {
    description:
      "The run goes on after this answer, as `Prefer: respond-async` asked for; `Location` leads to it.",
    headers: headerRefs([
      ...(["X-Request-Id", "RateLimit", "RateLimit-Policy", "Location"] as const),
      ...(["Preference-Applied", "Retry-After", "Idempotent-Replayed"] as const),
    ]),
    content: { "application/json": { schema: body } },
  };
}

/** Headers of success: those of every answer, those of what counts to a limit, and the operation's own. */
function successHeaders(route: Route, own: readonly AnswerHeader[]): AnswerHeader[] {
  const counted: AnswerHeader[] = rateClassOf(route) ? ["RateLimit", "RateLimit-Policy"] : [];
  return ["X-Request-Id", ...counted, ...own.filter((name) => !ACCEPTED_ONLY.has(name))];
}
const ACCEPTED_ONLY: ReadonlySet<AnswerHeader> = new Set(["Location"]);

/** One operation of the document, from its route and its words. */
export function operation(group: string, name: string, id: string, route: Route): ZodOpenApiOperationObject {
  const words = OPERATION_DESCRIPTIONS[group]?.[name];
  const body = requestBody(route);
  const path = route.params instanceof z.ZodObject ? route.params : undefined;
  const query = route.query instanceof z.ZodObject ? route.query : undefined;
  return {
    operationId: id,
    summary: route.summary,
    ...(words && { description: describeOperation(route, words.description) }),
    tags: [route.tag],
    security: securityOf(route),
    ...((path || query) && { requestParams: { ...(path && { path }), ...(query && { query }) } }),
    ...(words?.reads && { parameters: headerParameters(words.reads) }),
    ...(body && { requestBody: body }),
    responses: {
      [`${route.status}`]: {
        description: "Success",
        headers: headerRefs(successHeaders(route, words?.answers ?? [])),
        content: successContent(route),
      },
      ...(route.accepted && { "202": acceptedReply(route.accepted) }),
      ...failureReplies(route, words),
    },
  };
}
