/** The tabs of an agent, by their names in the URL. */
export const AGENT_TABS = ["overview", "chat", "usage", "tryit"] as const;
export type AgentTab = (typeof AGENT_TABS)[number];
