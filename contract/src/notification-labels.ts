import type { NotificationKind } from "./notification-texts.ts";

/** The kinds that users can switch off. */
type SwitchedKind = Exclude<NotificationKind, "api_key_refreshed">;

/** The headings of the switches, by topic. */
export const TOPIC_LABELS = {
  runs: "Runs",
  agents: "Your agents",
  money: "Money",
  account: "Connectors and webhooks",
} as const;

/** The labels of the switches in Settings. */
export const NOTIFICATION_LABELS: Readonly<Record<SwitchedKind, string>> = {
  run_failed: "One of your runs failed",
  run_finished: "A background or scheduled run finished",
  schedule_paused: "A schedule was paused",
  agent_listed: "An agent or version was listed",
  upload_refused: "An upload was refused",
  agent_failing: "An agent fails for its callers",
  agent_paused: "An agent was paused after repeated failures",
  price_below_cost: "A price is below the cost of the agent's models",
  models_missing: "A model that one of your agents uses is no longer available",
  models_back: "A model that one of your agents uses is available again",
  new_review: "An agent has a new review",
  version_rolled_back: "An agent was rolled back to an earlier version",
  agent_suspended: "The operator suspended an agent",
  agent_restored: "The operator restored an agent",
  visibility_changed: "The operator changed an agent's visibility",
  private_agents_closed: "Private agents were switched off by a plan change",
  first_earnings: "An agent made its first sale",
  balance_low: "Your balance is low",
  run_refunded: "A run was refunded",
  earnings_taken_back: "Earnings were reversed by a refund",
  credits_granted: "You received credits",
  connector_quota: "A connector's quota is nearly used up",
  storage_full: "Old run contents were removed because your storage is full",
  webhook_disabled: "A webhook was switched off",
};

/** The topic of each switch, which is also the topic in the notification filter. */
export const TOPIC_OF_SWITCH: Readonly<Record<SwitchedKind, keyof typeof TOPIC_LABELS>> = {
  run_failed: "runs",
  run_finished: "runs",
  schedule_paused: "runs",
  agent_listed: "agents",
  upload_refused: "agents",
  agent_failing: "agents",
  agent_paused: "agents",
  price_below_cost: "agents",
  models_missing: "agents",
  models_back: "agents",
  new_review: "agents",
  version_rolled_back: "agents",
  agent_suspended: "agents",
  agent_restored: "agents",
  visibility_changed: "agents",
  private_agents_closed: "agents",
  first_earnings: "money",
  balance_low: "money",
  run_refunded: "money",
  earnings_taken_back: "money",
  credits_granted: "money",
  connector_quota: "account",
  storage_full: "account",
  webhook_disabled: "account",
};
