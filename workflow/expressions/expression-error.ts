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
