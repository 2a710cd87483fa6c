/**
 * Characters of an error that are kept and shown. The longest tracebacks and answers of services that people read are a
 * few thousand characters: 16,000 hold them whole, and a stranger's text stays small beside a run's other data.
 */
export const ERROR_MAX_CHARS = 16_000;

/** Room for the note at the end of a text that was too long. */
const NOTE_CHARS = 60;

/**
 * Returns a text as it is, or its beginning and how much was left out if it is longer than the bound. Without a bound of
 * its own it is an error's. The result is never longer than a bound of 60 or more, so that a text that was bounded before
 * stays as it is.
 */
export function boundText(text: string, maxChars = ERROR_MAX_CHARS): string {
  if (text.length <= maxChars) return text;
  // Without half of a character at its end.
  const beginning = text.slice(0, Math.max(0, maxChars - NOTE_CHARS)).replace(/[\ud800-\udbff]$/, "");
  return `${beginning}\n${omission(text.length - beginning.length)}`;
}

/** Returns the words that stand for the end of a text that was left out: "... 12,400 more characters". */
function omission(characters: number): string {
  return `... ${characters.toLocaleString("en-US")} more characters`;
}
