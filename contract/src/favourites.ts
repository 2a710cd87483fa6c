import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { AgentId, Ok, Timestamp } from "./values.ts";

/** Messages for users. */
export const FAVOURITE_TEXTS = {
  full: `You have ${LIMITS.favouritesMax} favourites, which is as many as there can be. Take one away first.`,
} as const;

export const Favourite = z.object({ agent_id: z.int(), added_at: Timestamp }).meta({ id: "Favourite" });
export type Favourite = z.infer<typeof Favourite>;

export const FavouriteList = z
  .object({
    favourites: z.array(Favourite).meta({ description: "Most recently added first" }),
    total: z.int(),
  })
  .meta({ id: "FavouriteList" });
export type FavouriteList = z.infer<typeof FavouriteList>;

const tag = "Agents";
const byAgent = z.object({ id: AgentId });

export const favouriteRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/favourites",
    auth: "session",
    scope: "read",
    tag,
    summary: "List favorites",
    status: 200,
    reply: FavouriteList,
    fails: [401],
  }),
  add: defineRoute({
    method: "PUT",
    path: "/agents/:id/favourite",
    auth: "session",
    scope: "account:write",
    tag,
    summary: "Add a favorite",
    params: byAgent,
    status: 200,
    reply: Ok,
    fails: [401, 404, 409],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/agents/:id/favourite",
    auth: "session",
    scope: "account:write",
    tag,
    summary: "Remove a favorite",
    params: byAgent,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
} as const;
