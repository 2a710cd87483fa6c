export { type FindNodeType, whyUnsupported } from "./node-types.ts";
export { answerOf } from "./run-answer.ts";
export type { LogLevel, NodeTrace, RunEvents } from "./run-events.ts";
export type { RunLimits } from "./run-limits.ts";
export type { RunError } from "./run-nodes.ts";
export { runWorkflow, startOf, type WorkflowResult, type WorkflowRun } from "./run-workflow.ts";
