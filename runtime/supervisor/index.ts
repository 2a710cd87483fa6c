export type { AgentRuntime, RunHandle, RuntimeStatus } from "./agent-runtime.ts";
export { DeclarativeRuntime, RunConnection } from "./declarative/index.ts";
export {
  createCancelledEnding,
  createFailedEnding,
  createOutputLimitEnding,
  createTimeoutEnding,
} from "./endings.ts";
export { createPythonRuntimes, type PythonRuntimes, type PythonRuntimesOptions } from "./python/index.ts";
export { createSupervisor, type RunSlot, type Supervisor, type SupervisorOptions } from "./supervisor.ts";
export { describeUndeclaredHosts, SERVER_LOOKUP_REMEDY } from "./undeclared-hosts.ts";
