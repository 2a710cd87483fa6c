import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { AgentId, Ok, Timestamp } from "./values.ts";

export const FAVORITE_TEXTS = {
  full: `You have ${LIMITS.favoritesMax} favorites, which is the maximum. Remove one first.`,
} as const;

export const Favorite = z.object({ agent_id: z.int(), added_at: Timestamp }).meta({ id: "Favorite" });
export type Favorite = z.infer<typeof Favorite>;

export const FavoriteList = z
  .object({
    favourites: z.array(Favorite).meta({ description: "Most recently added first" }),
    total: z.int(),
  })
  .meta({ id: "FavoriteList" });
export type FavoriteList = z.infer<typeof FavoriteList>;

const tag = "Agents";
const byAgent = z.object({ id: AgentId });

export const favoriteRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/favourites",
    auth: "session",
    scope: "read",
    tag,
    summary: "List favorites",
    status: 200,
    reply: FavoriteList,
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
