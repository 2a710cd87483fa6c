import { describeNotification, type Notification } from "@stoa/contract";
import type { NotificationRow } from "./notification-store.ts";

/** A service's name for people; its short name where it is not offered any more. */
export type ServiceTitle = (name: string) => string;

/** Presents a notification to its owner. */
export function presentNotification(row: NotificationRow, serviceTitle: ServiceTitle): Notification {
  const { facts } = row;
  return {
    id: row.id,
    ...words(row, serviceTitle),
    created_at: row.createdAt.toISOString(),
    is_read: row.readAt !== null,
    kind: row.kind,
    agent_id: "agent_id" in facts && facts.agent_id !== undefined ? facts.agent_id : null,
    run_id: "run_id" in facts ? facts.run_id : null,
  };
}

function words(row: NotificationRow, serviceTitle: ServiceTitle) {
  if (row.kind !== "connector_quota") return describeNotification(row.kind, row.facts, row.actor);
  return describeNotification(
    row.kind,
    { ...row.facts, service: serviceTitle(row.facts.service) },
    row.actor,
  );
}
