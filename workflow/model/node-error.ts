/** An error of a node, with a message that helps the workflow's author to fix it. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly node: string;
  /** The path of the parameter at fault in the node's parameters, such as `assignments.assignments[0].value`. */
  readonly field: string | undefined;
  readonly itemIndex: number | undefined;
  /** The fields of the failed item's `json` in addition to `error`. */
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    message: string,
    place: { node: string; field?: string | undefined; itemIndex?: number | undefined },
    options: ErrorOptions & { details?: Readonly<Record<string, string | number>> } = {},
  ) {
    super(message, options);
    this.node = place.node;
    this.field = place.field;
    this.itemIndex = place.itemIndex;
    this.details = options.details ?? {};
  }
}

/** The error of a run that exceeded one of its limits. No node may continue after it. */
export class WorkflowLimit extends Error {
  override readonly name = "WorkflowLimit";
  /** The parameter at fault, if it is known. */
  readonly field: string | undefined;

  constructor(message: string, options: ErrorOptions & { field?: string } = {}) {
    super(message, options);
    this.field = options.field;
  }
}
