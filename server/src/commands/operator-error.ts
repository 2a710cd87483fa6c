/** A failure that the operator can fix. Its message says what to do. */
export class OperatorError extends Error {}
