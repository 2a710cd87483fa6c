import { FAILING_WEBHOOK_DAYS } from "@stoa/contract/notification-texts";
import type { WebhookAttempt, WebhookDeliveryStatus } from "@stoa/contract/webhook-deliveries";
import type { SubscribedEventType } from "@stoa/contract/webhook-events";
import type { Webhook } from "@stoa/contract/webhooks";
import type { BadgeTone } from "../../../components/badge.tsx";

/** Each event that a webhook can ask for, and when it comes. */
export const EVENT_WORDS: ReadonlyArray<readonly [SubscribedEventType, string]> = [
  ["run.completed", "A run of yours completed"],
  ["run.failed", "A run of yours failed"],
  ["run.cancelled", "A run of yours was stopped"],
  ["agent.listed", "An upload of yours was listed"],
  ["agent.refused", "An upload of yours was refused"],
  ["agent.failing", "An agent of yours fails for its callers"],
  ["agent.paused", "An agent of yours was paused because it failed"],
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
  failed: "Given up",
};

/** Whether a webhook is called, in a word. */
export function webhookState(webhook: Pick<Webhook, "is_active" | "disabled_reason" | "failing_since">): {
  readonly word: string;
  readonly tone: BadgeTone;
  readonly why?: string;
} {
  if (webhook.disabled_reason === "gone")
    return { word: "Switched off", tone: "danger", why: "It answered 410: it wants no more calls." };
  if (webhook.disabled_reason === "failing")
    return {
      word: "Switched off",
      tone: "danger",
      why: `It answered nothing but failures for ${FAILING_WEBHOOK_DAYS} days.`,
    };
  if (!webhook.is_active) return { word: "Inactive", tone: "neutral" };
  if (webhook.failing_since !== null) return { word: "Failing", tone: "warn" };
  return { word: "Active", tone: "ok" };
}

/** What an attempt met, in a few words. */
export function attemptWords({
  http_status,
  error,
  duration_ms,
}: Pick<WebhookAttempt, "http_status" | "error" | "duration_ms">): string {
  return `${http_status === null ? (error ?? "No answer") : `Status ${http_status}`} after ${duration_ms} ms`;
}
