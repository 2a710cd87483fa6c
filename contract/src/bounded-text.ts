/**
 * The number of characters of an error that are stored and shown. The longest useful tracebacks and error messages
 * have a few thousand characters, and 16,000 add little to a run's other data.
 */
export const ERROR_MAX_CHARS = 16_000;

/** The number of characters that are reserved for the note at the end of shortened text. */
const NOTE_CHARS = 60;

/**
 * Returns `text` unchanged, or, if it is longer than `maxChars`, its beginning and a note with the number of omitted
 * characters. The default limit is that of an error. With a limit of at least 60, the result is never longer than the
 * limit, so that shortening it again changes nothing.
 */
export function boundText(text: string, maxChars = ERROR_MAX_CHARS): string {
  if (text.length <= maxChars) return text;
  // If the cut splits a surrogate pair, the remaining half is not valid text.
  const beginning = text.slice(0, Math.max(0, maxChars - NOTE_CHARS)).replace(/[\ud800-\udbff]$/, "");
  return `${beginning}\n${formatOmission(text.length - beginning.length)}`;
}

/** Returns the note that replaces the omitted characters: "... 12,400 more characters". */
function formatOmission(characters: number): string {
  return `... ${characters.toLocaleString("en-US")} more characters`;
}
