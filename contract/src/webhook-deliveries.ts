import * as z from "zod";
import { NextCursor, pageQuery, Timestamp } from "./values.ts";
import { WebhookEventType } from "./webhook-events.ts";

export const WebhookDeliveryId = z.string().regex(/^whd_[0-9a-f]{32}$/, "This is not a valid delivery ID");

export const WebhookDeliveryStatus = z
  .enum(["waiting", "delivered", "failed"])
  .meta({ id: "WebhookDeliveryStatus" });
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>;

export const WebhookAttempt = z
  .object({
    number: z.int(),
    started_at: Timestamp,
    duration_ms: z.int(),
    http_status: z.int().nullable(),
    error: z.string().nullable().meta({ description: "Why there was no response; null if there was one" }),
    answer: z.string().nullable().meta({ description: "First KiB of the response; null if there was none" }),
  })
  .meta({ id: "WebhookAttempt" });
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

const delivery = {
  id: z.string(),
  event_id: z.string().meta({ description: "`webhook-id` of the event, the same for every attempt" }),
  event_type: WebhookEventType,
  run_id: z.string().nullable(),
  occurred_at: Timestamp,
  status: WebhookDeliveryStatus,
  attempts: z.int(),
  next_attempt_at: Timestamp.nullable(),
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
};

export const WebhookDelivery = z
  .object({ ...delivery, last_attempt: WebhookAttempt.nullable() })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryDetail = z
  .object({
    ...delivery,
    attempt_log: z.array(WebhookAttempt).meta({ description: "Last 20 attempts, newest first" }),
  })
  .meta({ id: "WebhookDeliveryDetail" });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const WebhookDeliveryList = z
  .object({ deliveries: z.array(WebhookDelivery), next_cursor: NextCursor })
  .meta({ id: "WebhookDeliveryList" });
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;

export const WebhookDeliveryQuery = z.object({
  limit: pageQuery.limit,
  cursor: WebhookDeliveryId.optional(),
  status: WebhookDeliveryStatus.optional(),
});
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>;

export const ResendFailedRequest = z.strictObject({ since: Timestamp }).meta({ id: "ResendFailedRequest" });

export const ResentDeliveries = z
  .object({
    resent: z.int(),
    more: z.boolean().meta({ description: "Whether more deliveries remain than one request resends" }),
  })
  .meta({ id: "ResentDeliveries" });
export type ResentDeliveries = z.infer<typeof ResentDeliveries>;
