import * as z from "zod";
import { ExecutionResult } from "./runs.ts";
import { Timestamp, Usd } from "./values.ts";

/** The types of events that webhooks receive. */
export const WebhookEventType = z
  .enum([
    "run.completed",
    "run.failed",
    "run.cancelled",
    "agent.listed",
    "agent.refused",
    "agent.failing",
    "agent.paused",
    "balance.low",
    "ping",
  ])
  .meta({ id: "WebhookEventType" });
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** The types that a webhook can subscribe to. `ping` is sent only when its owner requests a test. */
export const SubscribedEventType = WebhookEventType.exclude(["ping"]).meta({ id: "SubscribedEventType" });
export type SubscribedEventType = z.infer<typeof SubscribedEventType>;

/**
 * The data that `GET /execute/runs/{id}` returns. A long output is omitted and must be requested there, so that the
 * body stays below the 100 kB that common frameworks accept.
 */
export const WebhookRun = ExecutionResult.extend({
  agent_output_omitted: z.boolean().meta({ description: "Whether the output is too long and was omitted" }),
}).meta({ id: "WebhookRun" });
export type WebhookRun = z.infer<typeof WebhookRun>;

const AgentFailures = z.object({
  agent_id: z.int(),
  agent_name: z.string(),
  failures: z
    .int()
    .meta({ description: "Number of consecutive runs by other users that failed in the agent's own code" }),
  callers: z.int().meta({ description: "Number of accounts that started these runs" }),
});

/** The `data` of each event, by its type. */
export const WebhookData = {
  "run.completed": WebhookRun,
  "run.failed": WebhookRun,
  "run.cancelled": WebhookRun,
  "agent.listed": z.object({ agent_id: z.int(), agent_name: z.string(), version: z.int() }),
  "agent.refused": z.object({ agent_id: z.int().optional(), agent_name: z.string(), reason: z.string() }),
  "agent.failing": AgentFailures,
  "agent.paused": AgentFailures,
  "balance.low": z.object({
    below: Usd.meta({ description: "Amount below which the balance has fallen, in USD" }),
  }),
  ping: z.object({ webhook_id: z.string() }),
} as const satisfies Record<WebhookEventType, z.ZodType>;

/** The body of a webhook request, in the format of the Standard Webhooks specification. */
export const WebhookPayload = z.discriminatedUnion("type", [
  z.object({ type: z.literal("run.completed"), timestamp: Timestamp, data: WebhookData["run.completed"] }),
  z.object({ type: z.literal("run.failed"), timestamp: Timestamp, data: WebhookData["run.failed"] }),
  z.object({ type: z.literal("run.cancelled"), timestamp: Timestamp, data: WebhookData["run.cancelled"] }),
  z.object({ type: z.literal("agent.listed"), timestamp: Timestamp, data: WebhookData["agent.listed"] }),
  z.object({ type: z.literal("agent.refused"), timestamp: Timestamp, data: WebhookData["agent.refused"] }),
  z.object({ type: z.literal("agent.failing"), timestamp: Timestamp, data: WebhookData["agent.failing"] }),
  z.object({ type: z.literal("agent.paused"), timestamp: Timestamp, data: WebhookData["agent.paused"] }),
  z.object({ type: z.literal("balance.low"), timestamp: Timestamp, data: WebhookData["balance.low"] }),
  z.object({ type: z.literal("ping"), timestamp: Timestamp, data: WebhookData.ping }),
]);
export type WebhookPayload = z.infer<typeof WebhookPayload>;
