/** What a node could not do, in words that its author can act on. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly node: string;
  /** The parameter at fault, as the file names it: `assignments.assignments[0].value`. */
  readonly field: string | undefined;
  readonly itemIndex: number | undefined;
  /** What `json` of an item that stands for the error has beside `error`. */
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

/** A bound of the whole run was passed: no node may go on after it. */
export class WorkflowLimit extends Error {
  override readonly name = "WorkflowLimit";
  /** What of the node is at fault, where that is known. */
  readonly field: string | undefined;

  constructor(message: string, options: ErrorOptions & { field?: string } = {}) {
    super(message, options);
    this.field = options.field;
  }
}
