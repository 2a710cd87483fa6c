/**
 * The maximum length of the code between `{{` and `}}`. It is more than people write by hand, and is parsed within
 * milliseconds.
 */
export const MAX_CODE_LENGTH = 100_000;
/**
 * The maximum nesting of code. A sum of some hundred parts is nested this deeply, and a worker's stack has room for ten
 * times as much.
 */
export const MAX_NESTING = 1_500;
/**
 * The maximum nesting of calls of an author's functions. Recursion over data needs far less, and this depth fits on
 * the stack.
 */
export const MAX_CALL_DEPTH = 200;
/** The maximum number of steps of one evaluation, which take a few tenths of a second. */
export const MAX_STEPS = 1_000_000;
/** The maximum length of a text: ten times a long document, and a fraction of a run's memory. */
export const MAX_TEXT = 10_000_000;
/** The maximum number of entries of a list. */
export const MAX_ENTRIES = 1_000_000;
/** The maximum nesting of data that is written. JSON that is read has the same limit. */
export const MAX_DATA_DEPTH = 500;
/** The maximum length of a regular expression. Longer ones are attacks. */
export const MAX_PATTERN = 10_000;
