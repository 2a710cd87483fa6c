/** A failure that the operator can fix. Its message says how. */
export class OperatorError extends Error {}
