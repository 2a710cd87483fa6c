import type { Route } from "@stoa/contract";
import type * as z from "zod";
import { type Answer, type CallOptions, type Client, type KeyHolder, parsed } from "../harness/client.ts";
import type { World } from "./world.ts";

/** What a request says beside its credential. */
export interface Ask {
  /** In the place of `{id}`. */
  id?: string | number;
  query?: string;
  json?: unknown;
  form?: FormData;
}

type Send = (ask: Ask, options?: CallOptions) => Promise<Answer>;

/** Calls with a good credential and takes nothing but success and a body that is the contract's, word for word. */
type Call<Reply> = (ask?: Ask, who?: KeyHolder) => Promise<Reply>;

interface RowSpec<Reply> {
  /** Calls it and reads each value back over HTTP. */
  happy(world: World, call: Call<Reply>): Promise<void>;
  /** A request that is good but for its credential or its id. */
  ask?(world: World): Ask | Promise<Ask>;
  /** Who may make it; the world's caller unless given. */
  by?: "caller" | "developer";
  /** Bodies and queries that are none, each with the field that the refusal names. */
  bad?: readonly (readonly [field: string, ask: (world: World) => Ask])[];
  /** Ids of nothing. Their answer is 404. */
  unknownIds?: readonly (string | number)[];
  /** What a stranger is answered 404 for although it is there. */
  isPrivate?: true;
}

/** One row of the table: what is tried at each of its addresses. */
export interface Row extends Omit<RowSpec<never>, "happy"> {
  route: Route;
  happy(world: World, method: string, path: string): Promise<void>;
}

/** A row of the table for a route of the contract. */
export function row<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  route: Route<P, Q, B, R>,
  spec: RowSpec<z.output<R>>,
): Row {
  return {
    ...spec,
    route,
    async happy(world, method, path) {
      await spec.happy(world, async (ask = {}, who = world[spec.by ?? "caller"]) => {
        const answer = await sendTo(world.client, method, path)(ask, credentialFor(route, who));
        if (answer.status !== route.status)
          throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        return parsed(route.reply, answer);
      });
    },
  };
}

/** What opens a route for somebody. */
export function credentialFor({ auth }: Route, who: KeyHolder): CallOptions {
  if (auth === "public") return {};
  return auth === "key" ? { key: who.key } : { token: who.token };
}

/** Sends requests to one address. */
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
