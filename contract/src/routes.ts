import type * as z from "zod";
import type { RateClass } from "./rate-limits.ts";
import type { Scope } from "./scope-labels.ts";

/**
 * Who may call a route: `public` is anyone; `optional` is anyone, and the server identifies callers who send a
 * credential; `session` is a session or an API key with the route's scope; `key` is only an API key.
 */
export type RouteAuth = "public" | "optional" | "session" | "key";

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * The only definition of an API route. The server mounts it, the web client calls it, and the OpenAPI document is
 * generated from it. Paths are relative to `/api/v1`.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: HttpMethod;
  /** The path in Fastify's format, such as `/agents/:id`. */
  path: string;
  /** Other paths of the same route, such as `/connectors/list`. */
  aliases?: readonly string[];
  auth: RouteAuth;
  /** The scope that an API key needs. A route without one does not accept API keys. */
  scope?: Scope;
  /** Whether every API key may call the route. Its handler requires the scopes for what the request does. */
  acceptsAllKeys?: true;
  tag: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * The handler reads `multipart` bodies itself, and `body` describes their fields. `any` accepts bytes of every
   * content type. `stream` does the same, without keeping the body in memory: the handler reads it as a stream, and
   * limits its size.
   */
  encoding?: "json" | "multipart" | "any" | "stream";
  /** The status and the body of a success. */
  status: 200 | 201;
  reply: Reply;
  /** The body of the immediate 202 response, if the request has `Prefer: respond-async` (RFC 7240). */
  accepted?: z.ZodType;
  /** The schemas of the reply by media type, if the reply can be a file. */
  replyTypes?: Readonly<Record<string, z.ZodType>>;
  /** The server-sent events by name, which the route sends if the request accepts them. */
  streams?: Readonly<Record<string, z.ZodType>>;
  /** Error statuses besides 400 and 500 that a caller must expect. */
  fails?: readonly number[];
  /** The rate limit class (rate-limits.ts), if it does not follow from method and encoding. */
  counts?: RateClass | "nothing";
}

/** Declares a route and keeps the types of its schemas. */
export function defineRoute<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(route: Route<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return route;
}

/** Returns the rate limit class of a route; `undefined` means no limit. */
export function getRateClass(
  route: Pick<Route, "auth" | "counts" | "encoding" | "method">,
): RateClass | "sign_in" | undefined {
  if (route.counts !== undefined) return route.counts === "nothing" ? undefined : route.counts;
  if (route.encoding === "multipart") return "uploads";
  if (route.method === "GET") return "reads";
  return route.auth === "public" ? "sign_in" : "changes";
}
