/** Thrown for `$('X').item` if no item of node X led to the current item. The expression then has no value, as in n8n. */
export class NoPairedItem extends Error {
  override readonly name = "NoPairedItem";
}

/** The error of an expression that has no value, with its position in the text. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  /** The parameter that contains the text: `assignments.assignments[0].value`. */
  field: string | undefined;
  /** The offset in the text, if the position is known. */
  at: number | undefined;

  constructor(message: string, at?: number, options?: ErrorOptions) {
    super(message, options);
    this.at = at;
  }
}

/** The error of reading another node, which the author's `catch` can catch. */
export class NodeReadError extends ExpressionError {}
