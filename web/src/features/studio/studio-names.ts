/** The filter of My Agents. */
export const SHOWN_AGENTS = ["active", "inactive", "archived", "suspended"] as const;
export type ShownAgents = (typeof SHOWN_AGENTS)[number];

/** The parts of an unfolded agent; the first shows where the address names none. */
export const AGENT_PARTS = ["analytics", "versions", "reviews", "manage"] as const;
export type AgentPart = (typeof AGENT_PARTS)[number];

/** The spans of the figures, in days. The default of 30 is the specification's. */
export const SPANS = ["7", "30", "90", "365"] as const;
export type Span = (typeof SPANS)[number];
export const DEFAULT_SPAN: Span = "30";
