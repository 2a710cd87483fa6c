import type { Route } from "@stoa/contract";
import type * as z from "zod";
import {
  type Answer,
  type CallOptions,
  type Client,
  type KeyHolder,
  parseAnswer,
} from "../harness/client.ts";
import type { World } from "./world.ts";

/** A request without a credential. */
export interface Ask {
  /** The value for `{id}` in the path. */
  id?: string | number;
  query?: string;
  json?: unknown;
  form?: FormData;
}

type Send = (ask: Ask, options?: CallOptions) => Promise<Answer>;

/** Sends a valid credential and accepts only success with a body that matches the contract exactly. */
type Call<Reply> = (ask?: Ask, user?: KeyHolder) => Promise<Reply>;

interface RowSpec<Reply> {
  /** Sends the call and reads each value back over HTTP. */
  callSuccessfully(world: World, call: Call<Reply>): Promise<void>;
  /** Returns a valid request. The tests replace its credential or its id. */
  ask?(world: World): Ask | Promise<Ask>;
  /** The person who sends the call. The default is the world's caller. */
  by?: "caller" | "developer";
  /** Invalid bodies and queries, each with the field that the refusal names. */
  bad?: readonly (readonly [field: string, ask: (world: World) => Ask])[];
  /** Ids that do not exist, for which the route returns 404. */
  unknownIds?: readonly (string | number)[];
  /** Whether the route must also return 404 for objects that belong to another account. */
  isPrivate?: true;
}

/** A row of the table, which is tested at each of its paths. */
export interface Row extends Omit<RowSpec<never>, "callSuccessfully"> {
  route: Route;
  callSuccessfully(world: World, method: string, path: string): Promise<void>;
}

/** Returns a row of the table for a route of the contract. */
export function defineRow<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  route: Route<P, Q, B, R>,
  spec: RowSpec<z.output<R>>,
): Row {
  return {
    ...spec,
    route,
    async callSuccessfully(world, method, path) {
      await spec.callSuccessfully(world, async (ask = {}, user = world[spec.by ?? "caller"]) => {
        const answer = await sendTo(world.client, method, path)(ask, getCredential(route, user));
        if (answer.status !== route.status)
          throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        return parseAnswer(route.reply, answer);
      });
    },
  };
}

/** Returns the person's credential that the route accepts. */
export function getCredential({ auth }: Route, user: KeyHolder): CallOptions {
  if (auth === "public") return {};
  return auth === "key" ? { key: user.key } : { token: user.token };
}

/** Returns a function that sends requests to one path. */
export function sendTo(client: Client, method: string, path: string): Send {
  return ({ id = "", query, json, form }, options) => {
    const url = path.replace("{id}", String(id)) + (query === undefined ? "" : `?${query}`);
    return client.call(method, url, {
      ...options,
      ...(json !== undefined && { json }),
      ...(form && { form }),
    });
  };
}
