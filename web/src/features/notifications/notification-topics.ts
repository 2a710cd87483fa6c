import type { NotificationTopic } from "@stoa/contract/notifications";

/** The topics of notifications, by their names in the URL. */
export const TOPICS = ["runs", "agents", "money", "account"] as const satisfies readonly NotificationTopic[];

/** The topics' labels on the page. */
export const TOPIC_NAMES: Record<NotificationTopic, string> = {
  runs: "Runs",
  agents: "Agents",
  money: "Money",
  account: "Account",
};
