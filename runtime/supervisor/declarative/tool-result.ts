/**
 * The maximum length of a result, about 4,000 tokens. Each later model call pays for the result again.
 */
const MAX_RESULT_CHARS = 16_000;
/** The maximum size of a result in UTF-8. */
export const MAX_RESULT_BYTES = MAX_RESULT_CHARS * 4;

/** Returns a tool's result for the model. A result that is too long is truncated, with a note. */
export function truncateResult(text: string, isCut: boolean): string {
  if (!isCut && text.length <= MAX_RESULT_CHARS) return text;
  return `${text.slice(0, MAX_RESULT_CHARS)}\n[Truncated after ${MAX_RESULT_CHARS} characters. Request less data.]`;
}
