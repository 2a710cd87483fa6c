export { readWorkflow, workflowOf } from "./read-workflow.ts";
export { withoutMark } from "./without-mark.ts";
export type { WorkflowProblem } from "./workflow-problem.ts";
