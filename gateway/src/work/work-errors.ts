/** One owner has as much waiting for threads as they may. */
export class TooMuchWork extends Error {}

/** What was given to a thread took too long, or more memory than it may. */
export class WorkFailed extends Error {}
