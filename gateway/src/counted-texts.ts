/** Shorter texts are counted faster than they are looked up; longer ones would fill the memory. */
const MIN_CHARS = 32;
const MAX_CHARS = 4_096;
/** Texts of one generation: with both at their longest, 16 MB. */
const MAX_TEXTS = 1_024;

/**
 * The tokens of texts that were counted lately. An agent sends its instructions and the conversation so far with each of
 * its calls, so that most texts of a call have been counted before. Two generations, so that a look-up moves nothing.
 */
export class CountedTexts {
  private recent = new Map<string, number>();
  private older = new Map<string, number>();

  get(text: string): number | undefined {
    if (!isKept(text)) return undefined;
    const known = this.recent.get(text);
    if (known !== undefined) return known;
    const before = this.older.get(text);
    if (before !== undefined) this.set(text, before);
    return before;
  }

  set(text: string, tokens: number): void {
    if (!isKept(text)) return;
    if (this.recent.size >= MAX_TEXTS) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(text, tokens);
  }
}

function isKept(text: string): boolean {
  return text.length >= MIN_CHARS && text.length <= MAX_CHARS;
}
