/** The filter values of My Agents. */
export const SHOWN_AGENTS = ["active", "inactive", "archived", "suspended"] as const;
export type ShownAgents = (typeof SHOWN_AGENTS)[number];

/** The sections of an expanded agent; the first is the default. */
export const AGENT_PARTS = [
  "analytics",
  "versions",
  "packages",
  "secrets",
  "memory",
  "reviews",
  "manage",
] as const;
export type AgentPart = (typeof AGENT_PARTS)[number];

/** The periods of the figures, in days. The specification sets the default of 30. */
export const SPANS = ["7", "30", "90", "365"] as const;
export type AnalyticsPeriod = (typeof SPANS)[number];
export const DEFAULT_SPAN: AnalyticsPeriod = "30";
