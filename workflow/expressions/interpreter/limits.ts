/** Code between `{{` and `}}`: longer than any that people write by hand, short enough to parse in milliseconds. */
export const MAX_CODE_LENGTH = 100_000;
/** How deeply code may be nested: a sum of some hundred parts is, and the stack of a worker holds ten times as much. */
export const MAX_NESTING = 1_500;
/** Calls of an author's functions within one another: recursion over data is far below, the stack holds it. */
export const MAX_CALL_DEPTH = 200;
/** Steps of one evaluation: some tenths of a second. */
export const MAX_STEPS = 1_000_000;
/** Characters of a text that is made: ten times a long document, and a fraction of a run's memory. */
export const MAX_TEXT = 10_000_000;
/** Entries of a list that is made. */
export const MAX_ENTRIES = 1_000_000;
/** Levels of data that are written out: as deep as JSON that is read may be. */
export const MAX_DATA_DEPTH = 500;
/** A regular expression that is longer was made by a machine to hurt. */
export const MAX_PATTERN = 10_000;
