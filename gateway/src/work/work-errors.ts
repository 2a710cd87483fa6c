/** An owner has reached its limit of waiting work. */
export class TooMuchWork extends Error {}

/** A task took too long or too much memory. */
export class WorkFailed extends Error {}
