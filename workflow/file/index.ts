export { findPinnedNodes } from "./pinned-nodes.ts";
export { parseWorkflow, readWorkflow } from "./read-workflow.ts";
export { stripBom } from "./workflow-json.ts";
export type { WorkflowProblem } from "./workflow-problem.ts";
