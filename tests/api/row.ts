import type { Route } from "@stoa/contract";
import type * as z from "zod";
import { type Answer, type CallOptions, type Client, type KeyHolder, parsed } from "../harness/client.ts";
import type { World } from "./world.ts";

/** The request without its credential. */
export interface Ask {
  /** Replaces `{id}`. */
  id?: string | number;
  query?: string;
  json?: unknown;
  form?: FormData;
}

type Send = (ask: Ask, options?: CallOptions) => Promise<Answer>;

/** Sends a valid credential and accepts only success with a body that matches the contract exactly. */
type Call<Reply> = (ask?: Ask, who?: KeyHolder) => Promise<Reply>;

interface RowSpec<Reply> {
  /** Sends the call and reads each value back over HTTP. */
  happy(world: World, call: Call<Reply>): Promise<void>;
  /** A request that is valid except for its credential or its id. */
  ask?(world: World): Ask | Promise<Ask>;
  /** Who may send it; the world's caller by default. */
  by?: "caller" | "developer";
  /** Invalid bodies and queries, each with the field that the refusal names. */
  bad?: readonly (readonly [field: string, ask: (world: World) => Ask])[];
  /** Ids that do not exist. Their answer is 404. */
  unknownIds?: readonly (string | number)[];
  /** Things that exist but are answered with 404 because they belong to someone else. */
  isPrivate?: true;
}

/** One row of the table: what is tested at each of its addresses. */
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

/** A credential of a person. */
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
