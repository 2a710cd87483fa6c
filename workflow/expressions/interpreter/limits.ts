/**
 * The maximum length of the code between `{{` and `}}`. Handwritten code is shorter, and code of this length is parsed
 * within milliseconds.
 */
export const MAX_CODE_LENGTH = 100_000;
/**
 * The maximum nesting of code. A sum of a few hundred terms is nested this deeply, and a worker's stack has room for
 * ten times this depth.
 */
export const MAX_NESTING = 1_500;
/**
 * The maximum nesting of calls to an author's functions. Recursion over data needs a much smaller depth, and this depth
 * fits on the stack.
 */
export const MAX_CALL_DEPTH = 200;
/** The maximum number of steps of one evaluation, which take a few tenths of a second. */
export const MAX_STEPS = 1_000_000;
/** The maximum length of a string: ten times a long document, but only a fraction of a run's memory. */
export const MAX_TEXT = 10_000_000;
/** The maximum number of entries of a list. */
export const MAX_ENTRIES = 1_000_000;
/** The maximum nesting of data that is converted to JSON. The same limit applies to JSON that is parsed. */
export const MAX_DATA_DEPTH = 500;
/** The maximum length of a regular expression. Longer patterns are attacks. */
export const MAX_PATTERN = 10_000;
