import * as z from "zod";
import { defineRoute } from "./routes.ts";

export const Health = z
  .object({
    status: z.literal("ok"),
    version: z.string().meta({ description: "Version of the server" }),
    runtimes: z.array(z.object({ name: z.string(), available: z.boolean(), reason: z.string().optional() })),
  })
  .meta({ id: "Health" });

export const ModelInfo = z
  .object({
    id: z.string(),
    provider: z.string(),
    is_language_model: z.boolean(),
    prompt_usd_per_million: z.number(),
    completion_usd_per_million: z.number(),
  })
  .meta({ id: "ModelInfo" });

/** The response to probes of load balancers and orchestrators. */
export const Liveness = z.object({ status: z.literal("live") }).meta({ id: "Liveness" });
export const Readiness = z.object({ status: z.literal("ready") }).meta({ id: "Readiness" });

/** The operator's text about when plan changes and payments are expected; null after that date. */
export const Expected = z
  .object({ plan_changes: z.string().nullable(), payments: z.string().nullable() })
  .meta({ id: "Expected" });
export type Expected = z.infer<typeof Expected>;

export const systemRoutes = {
  health: defineRoute({
    method: "GET",
    path: "/health",
    auth: "public",
    tag: "System",
    summary: "Check the server's health",
    status: 200,
    reply: Health,
    fails: [503],
    counts: "nothing",
  }),
  live: defineRoute({
    method: "GET",
    path: "/health/live",
    auth: "public",
    tag: "System",
    summary: "Check that the process is alive",
    status: 200,
    reply: Liveness,
    counts: "nothing",
  }),
  ready: defineRoute({
    method: "GET",
    path: "/health/ready",
    auth: "public",
    tag: "System",
    summary: "Check that the server is ready",
    status: 200,
    reply: Readiness,
    fails: [503],
    counts: "nothing",
  }),
  models: defineRoute({
    method: "GET",
    path: "/models",
    auth: "public",
    tag: "System",
    summary: "List models",
    status: 200,
    reply: z.object({ models: z.array(ModelInfo), default_model: z.string() }),
  }),
  expected: defineRoute({
    method: "GET",
    path: "/billing/expected",
    auth: "public",
    tag: "Billing",
    summary: "Get expected dates",
    status: 200,
    reply: Expected,
  }),
} as const;
