export { readWorkflow, workflowOf } from "./read-workflow.ts";
export type { WorkflowProblem } from "./workflow-problem.ts";
