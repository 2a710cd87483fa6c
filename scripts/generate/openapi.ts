import {
  accountRoutes,
  billingRoutes,
  catalogRoutes,
  connectorRoutes,
  keyRoutes,
  notificationRoutes,
  Problem,
  type Route,
  rateClassOf,
  recommendationRoutes,
  reviewRoutes,
  runRoutes,
  scheduleRoutes,
  sdkRoutes,
  sdkScheduleRoutes,
  systemRoutes,
  templateRoutes,
  traceRoutes,
  versionRoutes,
} from "@stoa/contract";
import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";

const STATUS_TEXT: Record<number, string> = {
  400: "Malformed or invalid; `errors` names the fields",
  401: "Not signed in, or the key is not good",
  402: "Insufficient credits; nothing was started",
  403: "Not allowed",
  404: "Not there, or somebody else's",
  409: "Conflicts with what is there",
  413: "Too large",
  422: "The idempotency key was used with another body",
  429: "Too often; see Retry-After",
  500: "Our fault",
  503: "Full or not available here; see Retry-After",
};

const SECURITY: Record<Route["auth"], Record<string, string[]>[]> = {
  public: [],
  optional: [{}, { session: [] }],
  session: [{ session: [] }],
  key: [{ apiKey: [] }, { apiKeyBearer: [] }],
};

function problemReply(status: number) {
  return {
    description: STATUS_TEXT[status] ?? "Error",
    content: { "application/problem+json": { schema: Problem } },
  };
}

function requestBody(route: Route) {
  if (route.encoding === "multipart") {
    const fields = route.body instanceof z.ZodObject ? route.body.shape : {};
    const file = z.string().meta({ format: "binary", description: "The agent's .py or .json file" });
    return { required: true, content: { "multipart/form-data": { schema: z.object({ ...fields, file }) } } };
  }
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
  const description = "Goes on after this answer, which `Prefer: respond-async` asked for; Location leads to it";
  return { "202": { description, content: { "application/json": { schema: body } } } };
}

function operation(name: string, route: Route): ZodOpenApiOperationObject {
  const failures = [400, ...(route.fails ?? []), ...(rateClassOf(route) ? [429] : []), 500];
  const body = requestBody(route);
  const path = route.params instanceof z.ZodObject ? route.params : undefined;
  const query = route.query instanceof z.ZodObject ? route.query : undefined;
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.tag],
    security: SECURITY[route.auth],
    ...((path || query) && { requestParams: { ...(path && { path }), ...(query && { query }) } }),
    ...(body && { requestBody: body }),
    responses: {
      [`${route.status}`]: { description: "Success", content: successContent(route) },
      ...(route.accepted && acceptedReply(route.accepted)),
      ...Object.fromEntries(failures.map((status) => [`${status}`, problemReply(status)])),
    },
  };
}

/** The OpenAPI 3.1 document of every route in the contract. */
export function openApiText(): string {
  const groups: Record<string, Record<string, Route>> = {
    account: accountRoutes,
    billing: billingRoutes,
    catalog: catalogRoutes,
    connectors: connectorRoutes,
    keys: keyRoutes,
    notifications: notificationRoutes,
    recommendations: recommendationRoutes,
    reviews: reviewRoutes,
    runs: runRoutes,
    schedules: scheduleRoutes,
  sdk: sdkRoutes,
  sdkSchedules: sdkScheduleRoutes,
    system: systemRoutes,
    templates: templateRoutes,
    traces: traceRoutes,
    versions: versionRoutes,
  };
  const paths: ZodOpenApiPathsObject = {};
  for (const [group, routes] of Object.entries(groups))
    for (const [name, route] of Object.entries(routes))
      for (const [index, address] of [route.path, ...(route.aliases ?? [])].entries()) {
        const path = `/api/v1${address.replace(/:(\w+)/g, "{$1}")}`;
        const id = `${group}.${name}${index === 0 ? "" : `.${index}`}`;
        paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(id, route) };
      }
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Stoa API",
      version: "1",
      description:
        "Find, run and pay for AI agents by the token. Amounts are US dollars, times are UTC. Every error is an RFC 9457 problem with a stable `error` code. Answers say by `RateLimit` and `RateLimit-Policy` how often their caller may still ask (draft-ietf-httpapi-ratelimit-headers-10); a 429 comes with `Retry-After`.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "The access_token of login or register" },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        apiKeyBearer: { type: "http", scheme: "bearer", description: "The API key as a bearer" },
      },
    },
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
