export type { AgentRuntime, RunHandle, RuntimeStatus } from "./agent-runtime.ts";
