import * as z from "zod";
import { DeveloperName } from "./catalog.ts";
import { defineRoute } from "./routes.ts";
import { Timestamp } from "./values.ts";

/** A developer's public profile, with totals of the agents that the marketplace lists. */
export const Developer = z
  .object({
    username: z.string(),
    member_since: Timestamp.meta({ description: "When they signed up" }),
    agents: z.int().meta({ description: "How many agents of theirs are listed" }),
    total_executions: z
      .int()
      .meta({ description: "Completed runs of these agents by other people, of all time" }),
    success_rate: z
      .number()
      .nullable()
      .meta({ description: "Percent of runs by other people that completed" }),
    average_rating: z
      .number()
      .nullable()
      .meta({ description: "The mean of all reviews of these agents; null before the first" }),
    reviews: z.int(),
  })
  .meta({ id: "Developer" });
export type Developer = z.infer<typeof Developer>;

export const developerRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/developers/:username",
    auth: "optional",
    scope: "read",
    tag: "Agents",
    summary: "Get a developer",
    params: z.object({ username: DeveloperName }),
    status: 200,
    reply: Developer,
    fails: [404],
  }),
} as const;
