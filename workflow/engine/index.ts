export { ComparedNodes } from "./compared-nodes.ts";
export type { ExecutionEvents, NodeTrace } from "./execution-events.ts";
export { type FindNodeType, findUnsupportedReason } from "./node-types.ts";
export { getRunAnswer } from "./run-answer.ts";
export type { RunLimits } from "./run-limits.ts";
export type { RunError } from "./run-nodes.ts";
export {
  type ConversationTurn,
  findStartNode,
  type RunWorkflowOptions,
  runWorkflow,
  type WorkflowResult,
} from "./run-workflow.ts";
export { decodeState } from "./saved-state.ts";
