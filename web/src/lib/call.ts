import type { Route } from "@stoa/contract/routes";
import type * as z from "zod";
import { fetchApi, type SendRequest } from "./fetch-api.ts";
import { NetworkError } from "./http-error.ts";
import type { ROUTES, RouteGroups } from "./routes.gen.ts";

/** A route of the contract by group and name, such as `account.me`. */
type RouteName = keyof typeof ROUTES;

type RouteNamed<Name extends RouteName> = Name extends `${infer Group extends keyof RouteGroups}.${infer Key}`
  ? RouteGroups[Group][Key & keyof RouteGroups[Group]]
  : never;

type ParamsOf<Declared> = Declared extends Route<infer Schema> ? z.output<Schema> : never;
type QueryOf<Declared> = Declared extends Route<z.ZodType, infer Schema> ? z.output<Schema> : never;
type BodyOf<Declared> = Declared extends Route<z.ZodType, z.ZodType, infer Schema> ? z.input<Schema> : never;
type ReplyOf<Declared> =
  Declared extends Route<z.ZodType, z.ZodType, z.ZodType, infer Schema> ? z.output<Schema> : never;

type Reply<Name extends RouteName> = ReplyOf<RouteNamed<Name>>;

/** The type of a route's request body. */
export type Body<Name extends RouteName> = BodyOf<RouteNamed<Name>>;

interface PathArguments<Name extends RouteName> {
  readonly params?: Readonly<ParamsOf<RouteNamed<Name>>>;
  readonly query?: Partial<QueryOf<RouteNamed<Name>>>;
}

interface CallArguments<Name extends RouteName> extends PathArguments<Name> {
  readonly body?: Body<Name>;
  /** The body of a multipart request. */
  readonly form?: FormData;
  /** The body of a request that takes raw bytes. */
  readonly bytes?: Blob;
  readonly signal?: AbortSignal;
  /** Sends the request instead of `fetch`. */
  readonly send?: SendRequest;
}

/** Loads the route table on demand, because no first paint needs it. */
const loadRoutes = () => import("./routes.gen.ts");

function fillPath(path: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, string | number>(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Returns the path of a route below `/api/v1` with its parameters and query filled in. Empty values are left out. */
export async function getPath<Name extends RouteName>(
  name: Name,
  args: PathArguments<Name> = {},
): Promise<string> {
  const { ROUTES } = await loadRoutes();
  return fillPath(ROUTES[name].path, args.params, args.query);
}

async function loadReplySchema(name: RouteName): Promise<z.ZodType> {
  const { SCHEMAS } = await loadRoutes();
  const [group, key] = name.split(".") as [keyof RouteGroups, string];
  const routes: Readonly<Record<string, Route>> = await SCHEMAS[group]();
  const route = routes[key];
  if (!route) throw new Error(`The contract has no route ${name}`);
  return route.reply;
}

/**
 * Calls a route of the contract and checks the reply against its schema, which loads while the request is sent. A
 * request that changes something waits for its schema, so that the page can always report the result.
 * @throws HttpError for a non-OK response, NetworkError if there is no response or it is not JSON, ZodError if the
 * reply does not match the schema.
 */
export async function call<Name extends RouteName>(
  name: Name,
  args: CallArguments<Name> = {},
): Promise<Reply<Name>> {
  const { ROUTES } = await loadRoutes();
  const { method, path, ...options } = ROUTES[name];
  const schema = loadReplySchema(name);
  if (method !== "GET") await schema;
  const [reply, received] = await Promise.all([
    schema,
    fetchJson(fillPath(path, args.params, args.query), {
      method,
      ...options,
      ...(args.body !== undefined && { headers: { "content-type": "application/json" } }),
      body: args.bytes ?? args.form ?? (args.body === undefined ? null : JSON.stringify(args.body)),
      signal: args.signal ?? null,
      send: args.send,
    }),
  ]);
  // The schema belongs to the route with this name, so its output has the route's reply type.
  return reply.parse(received) as Reply<Name>;
}

async function fetchJson(...request: Parameters<typeof fetchApi>): Promise<unknown> {
  const response = await fetchApi(...request);
  try {
    return await response.json();
  } catch (cause) {
    throw new NetworkError(cause);
  }
}
