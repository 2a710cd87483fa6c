import { FAILING_WEBHOOK_DAYS } from "@stoa/contract/notification-texts";
import type { WebhookAttempt, WebhookDeliveryStatus } from "@stoa/contract/webhook-deliveries";
import type { SubscribedEventType } from "@stoa/contract/webhook-events";
import type { Webhook } from "@stoa/contract/webhooks";
import type { BadgeTone } from "../../../components/badge.tsx";

/** The events that a webhook can receive, and when each is sent. */
export const EVENT_LABELS: ReadonlyArray<readonly [SubscribedEventType, string]> = [
  ["run.completed", "Your run completed"],
  ["run.failed", "Your run failed"],
  ["run.cancelled", "Your run was stopped"],
  ["agent.listed", "Your upload was listed"],
  ["agent.refused", "Your upload was refused"],
  ["agent.failing", "Your agent is failing for its callers"],
  ["agent.paused", "Your agent was paused after repeated failures"],
  ["balance.low", "Your balance fell below 1 USD"],
];

export const DELIVERY_TONES: Readonly<Record<WebhookDeliveryStatus, BadgeTone>> = {
  waiting: "info",
  delivered: "ok",
  failed: "danger",
};

export const DELIVERY_NAMES: Readonly<Record<WebhookDeliveryStatus, string>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

/** Returns the label and color of a webhook's state, and why the webhook was turned off. */
export function getWebhookState(webhook: Pick<Webhook, "is_active" | "disabled_reason" | "failing_since">): {
  readonly label: string;
  readonly tone: BadgeTone;
  readonly why?: string;
} {
  if (webhook.disabled_reason === "gone")
    return { label: "Turned off", tone: "danger", why: "Your endpoint returned 410 Gone." };
  if (webhook.disabled_reason === "failing")
    return {
      label: "Turned off",
      tone: "danger",
      why: `Your endpoint failed for ${FAILING_WEBHOOK_DAYS} days.`,
    };
  if (!webhook.is_active) return { label: "Inactive", tone: "neutral" };
  if (webhook.failing_since !== null) return { label: "Failing", tone: "warn" };
  return { label: "Active", tone: "ok" };
}

/** Describes the outcome of an attempt in a few words. */
export function describeAttempt({
  http_status,
  error,
  duration_ms,
}: Pick<WebhookAttempt, "http_status" | "error" | "duration_ms">): string {
  return `${http_status === null ? (error ?? "No response") : `Status ${http_status}`} after ${duration_ms} ms`;
}
