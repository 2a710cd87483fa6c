import type { Route } from "@stoa/contract/routes";
import type * as z from "zod";
import { fetchApi } from "./fetch-api.ts";
import { NetworkError } from "./http-error.ts";

export interface CallArguments<Query, Body> {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Partial<Query>;
  readonly body?: Body;
  /** The body of a multipart route. */
  readonly form?: FormData;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The path of a route with its parameters and query filled in; empty values are left out. */
export function routePath(
  path: string,
  params: Readonly<Record<string, string | number>> = {},
  query: object = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/**
 * Calls a route of the contract; the answer is checked against its schema.
 * @throws HttpError, NetworkError.
 */
export async function call<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(
  route: Route<Params, Query, Body, Reply>,
  args: CallArguments<z.output<Query>, z.input<Body>> = {},
): Promise<z.output<Reply>> {
  const headers = new Headers(args.headers);
  if (args.body !== undefined) headers.set("content-type", "application/json");
  const response = await fetchApi(routePath(route.path, args.params, args.query ?? {}), {
    method: route.method,
    headers,
    body: args.form ?? (args.body === undefined ? null : JSON.stringify(args.body)),
    signal: args.signal ?? null,
    withoutToken: route.auth === "public",
  });
  let body: unknown;
  try {
    body = await response.json();
  } catch (cause) {
    throw new NetworkError(cause);
  }
  return route.reply.parse(body);
}
