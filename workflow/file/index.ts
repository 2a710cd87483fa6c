export { readWorkflow, workflowOf } from "./read-workflow.ts";
export { withoutMark } from "./workflow-json.ts";
export type { WorkflowProblem } from "./workflow-problem.ts";
