export type { AgentStatistics, RunnableAgent, RunnableAgents, TrialRunner } from "./runnable-agent.ts";
export { createRunnableAgents, type PlanOf } from "./runnable-agents.ts";
