/** A failure that the operator can mend; its message is the one line that says how. */
export class OperatorError extends Error {}
