/** A problem in a file, with the node and the field. */
export interface WorkflowProblem {
  /** The problem as a complete sentence. */
  message: string;
  node?: string;
  /** `connections.main[0][1].node`, or the name of a parameter. */
  field?: string;
  line?: number;
}

/** The error for the first problem in a file. */
export class UnreadableWorkflow extends Error {
  override readonly name = "UnreadableWorkflow";
  readonly problem: WorkflowProblem;

  constructor(problem: WorkflowProblem) {
    super(problem.message);
    this.problem = problem;
  }
}
