/** What is wrong with a file, by the node and field where it is. */
export interface WorkflowProblem {
  /** A whole sentence. */
  message: string;
  node?: string;
  /** `connections.main[0][1].node`, or the name of a parameter. */
  field?: string;
  line?: number;
}

/** The first thing that is wrong with a file. */
export class UnreadableWorkflow extends Error {
  override readonly name = "UnreadableWorkflow";
  readonly problem: WorkflowProblem;

  constructor(problem: WorkflowProblem) {
    super(problem.message);
    this.problem = problem;
  }
}
