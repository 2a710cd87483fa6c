/**
 * The range of lengths of cached texts. Counting a shorter text is faster than looking it up, and longer texts would
 * fill the memory.
 */
const MIN_CHARS = 32;
const MAX_CHARS = 4_096;
/** Texts per generation. Two generations of the longest texts use 16 MB. */
const MAX_TEXTS = 1_024;

/**
 * Caches the token counts of recent texts. An agent sends its instructions and the conversation so far with each
 * call, so most texts in a call have been counted before. Two generations avoid moving entries on each lookup.
 */
export class CountedTexts {
  private recent = new Map<string, number>();
  private older = new Map<string, number>();

  get(text: string): number | undefined {
    if (!isCacheable(text)) return undefined;
    const cached = this.recent.get(text);
    if (cached !== undefined) return cached;
    const before = this.older.get(text);
    if (before !== undefined) this.set(text, before);
    return before;
  }

  set(text: string, tokens: number): void {
    if (!isCacheable(text)) return;
    if (this.recent.size >= MAX_TEXTS) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(text, tokens);
  }
}

function isCacheable(text: string): boolean {
  return text.length >= MIN_CHARS && text.length <= MAX_CHARS;
}
