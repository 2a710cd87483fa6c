/** A result is paid for again with every model call that follows: this is about 4,000 tokens. */
const MAX_RESULT_CHARS = 16_000;
/** Room for every character of a result in UTF-8. */
export const MAX_RESULT_BYTES = MAX_RESULT_CHARS * 4;

/** A tool's result as long as a model is given it, with a note where there was more. */
export function truncateResult(text: string, isCut: boolean): string {
  if (!isCut && text.length <= MAX_RESULT_CHARS) return text;
  return `${text.slice(0, MAX_RESULT_CHARS)}\n[Cut here: only the first ${MAX_RESULT_CHARS} characters are shown. Ask for less.]`;
}
