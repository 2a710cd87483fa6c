import type { Webhook, WebhookAttempt, WebhookDelivery, WebhookDeliveryDetail } from "@stoa/contract";
import type { AttemptRow, DeliveryRow } from "./delivery-store.ts";
import type { EndpointRow } from "./endpoint-store.ts";

/** Returns a webhook as its owner sees it, without its secret. */
export function presentEndpoint(row: EndpointRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.eventTypes,
    is_active: row.isActive,
    disabled_reason: row.disabledReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    previous_secret_until: row.previousUntil?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function presentDelivery({ last, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...presentShared(row),
    last_attempt: last && presentAttempt({ ...last, startedAt: new Date(last.startedAt) }),
  };
}

export function presentDeliveryDetail(
  row: DeliveryRow,
  attempts: readonly AttemptRow[],
): WebhookDeliveryDetail {
  return { ...presentShared(row), attempt_log: attempts.map(presentAttempt) };
}

function presentShared(row: Omit<DeliveryRow, "last">) {
  return {
    id: row.id,
    event_id: row.eventId,
    event_type: row.type,
    run_id: row.runId,
    occurred_at: row.occurredAt.toISOString(),
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

function presentAttempt(row: AttemptRow): WebhookAttempt {
  return {
    number: row.number,
    started_at: row.startedAt.toISOString(),
    duration_ms: row.durationMs,
    http_status: row.httpStatus,
    error: row.error,
    answer: row.answer,
  };
}
