import * as z from "zod";
import { DeveloperName } from "./catalog.ts";
import { defineRoute } from "./routes.ts";
import { Timestamp } from "./values.ts";

/** A developer's public profile, with totals of the agents that the marketplace lists. */
export const Developer = z
  .object({
    username: z.string(),
    member_since: Timestamp.meta({ description: "Time of sign-up" }),
    agents: z.int().meta({ description: "Number of their listed agents" }),
    total_executions: z
      .int()
      .meta({ description: "Total number of completed runs of these agents by other users" }),
    success_rate: z.number().nullable().meta({
      description: "Percentage of completed runs among the runs by other users; null without such runs",
    }),
    average_rating: z
      .number()
      .nullable()
      .meta({ description: "Average rating of these agents over all reviews; null without reviews" }),
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
