import type * as z from "zod";
import type { RateClass } from "./rate-limits.ts";
import type { Scope } from "./scope-labels.ts";

/**
 * Who may call a route: anyone; anyone, with the caller known if there is one; a session, or an API key that has the
 * route's scope; an API key alone.
 */
export type RouteAuth = "public" | "optional" | "session" | "key";

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * One call of the product: the only description of its wire. The server mounts it, the web client calls it
 * and the OpenAPI document is made from it. Paths are relative to `/api/v1`.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: HttpMethod;
  /** Fastify's form, `/agents/:id`. */
  path: string;
  /** Other names of the same route, such as `/connectors/list`. */
  aliases?: readonly string[];
  auth: RouteAuth;
  /** What an API key must be allowed to call it. Without one the route takes a session, or nobody's credential. */
  scope?: Scope;
  tag: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** `multipart` bodies are read by their handler; `body` then describes the fields. `any`: bytes, whatever they say. */
  encoding?: "json" | "multipart" | "any";
  /** The status of success and its body. */
  status: 200 | 201;
  reply: Reply;
  /** The same route also answers 202 with this, at once, where asked by `Prefer: respond-async` (RFC 7240). */
  accepted?: z.ZodType;
  /** Of a reply that is a file: what it holds, by its media type. */
  replyTypes?: Readonly<Record<string, z.ZodType>>;
  /** The same route also answers with server-sent events when asked by Accept: these, by name. */
  streams?: Readonly<Record<string, z.ZodType>>;
  /** Statuses of failure beyond 400 and 500 that a caller must expect. */
  fails?: readonly number[];
  /** What it counts as (rate-limits.ts), where method and encoding do not say it. */
  counts?: RateClass | "nothing";
}

/** Declares a route with its schemas' types kept. */
export function defineRoute<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(route: Route<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return route;
}

/** What a route counts as; `undefined` for one without a limit. */
export function rateClassOf(
  route: Pick<Route, "auth" | "counts" | "encoding" | "method">,
): RateClass | "sign_in" | undefined {
  if (route.counts !== undefined) return route.counts === "nothing" ? undefined : route.counts;
  if (route.encoding === "multipart") return "uploads";
  if (route.method === "GET") return "reads";
  return route.auth === "public" ? "sign_in" : "changes";
}
