/** Why an expression has no value, and where in its text. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  /** The parameter that the text is in: `assignments.assignments[0].value`. */
  field: string | undefined;
  /** Offset in the text, where it is known. */
  at: number | undefined;

  constructor(message: string, at?: number, options?: ErrorOptions) {
    super(message, options);
    this.at = at;
  }
}
