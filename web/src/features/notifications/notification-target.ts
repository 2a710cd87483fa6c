import type { Notification } from "@stoa/contract/notifications";
import { linkOptions } from "@tanstack/react-router";

const linkToSettings = (tab: string, part?: string) =>
  linkOptions({ to: "/settings/$tab", params: { tab }, search: { part } });
const linkToStudio = (agent: number | null) =>
  linkOptions({ to: "/developer-studio", search: { agent: agent ?? undefined } });
const linkToAgent = (id: number) => linkOptions({ to: "/agent/$id", params: { id: String(id) } });

/** Returns the link of a notification to its subject. */
export function getNotificationTarget({
  kind,
  agent_id,
  run_id,
}: Pick<Notification, "kind" | "agent_id" | "run_id">) {
  switch (kind) {
    case "run_failed":
    case "run_finished":
    case "run_refunded":
      return linkOptions({
        to: "/settings/$tab",
        params: { tab: "logs" },
        search: { run: run_id ?? undefined },
      });
    case "agent_listed":
    case "agent_restored":
    case "models_back":
    case "visibility_changed":
    case "new_review":
      return agent_id === null ? linkToStudio(null) : linkToAgent(agent_id);
    case "upload_refused":
    case "version_rolled_back":
    case "agent_suspended":
    case "models_missing":
    case "agent_failing":
    case "price_below_cost":
    case "agent_paused":
    case "private_agents_closed":
    case "first_earnings":
    case "earnings_taken_back":
      return linkToStudio(agent_id);
    case "balance_low":
    case "credits_granted":
      return linkToSettings("billing");
    case "connector_quota":
      return linkToSettings("connectors");
    case "api_key_refreshed":
      return linkToSettings("api");
    case "schedule_paused":
      return linkToSettings("api", "schedules");
    case "storage_full":
      return linkToSettings("general");
    case "webhook_disabled":
      return linkToSettings("api", "webhooks");
  }
}
