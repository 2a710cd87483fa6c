import { countShortText } from "../work/slice-tokens.ts";

/** The maximum tokens per UTF-16 code unit: a token has at least one byte, and a unit at most 3 bytes in UTF-8. */
const MAX_TOKENS_PER_CHAR = 3;

/** The longest token of o200k is a run of 128 spaces. */
const MAX_CHARS_PER_TOKEN = 128;

/** How many characters are counted at a time. This takes 0.3 ms for prose and at most 12 ms. */
const COUNTED_AT_A_TIME = 4_096;

/**
 * Detects when streamed text exceeds a number of tokens. Counts the text as it arrives, several thousand characters at
 * a time, so that neither a chunk nor the end of a long answer blocks the event loop.
 */
export class CompletionMeter {
  private readonly pieces: string[] = [];
  private readonly limit: number;
  /** Tokens of the text before `tail`. */
  private committed = 0;
  private tail = "";
  /** The end of `tail` whose tokens `tailAtMost` does not include. */
  private uncounted = "";
  /**
   * An upper bound on the tokens of the rest of `tail`. It can be too high, because text has more tokens if its chunks
   * are counted separately.
   */
  private tailAtMost = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Adds a chunk. Returns false if the text would exceed the limit; the chunk is then discarded. */
  add(piece: string): boolean {
    if (piece === "") return true;
    this.pieces.push(piece);
    this.tail += piece;
    this.uncounted += piece;
    if (!this.fits()) {
      this.pieces.pop();
      this.tail = this.tail.slice(0, -piece.length);
      this.countTail();
      return false;
    }
    if (this.tail.length >= COUNTED_AT_A_TIME) this.commit();
    return true;
  }

  /** Adds the longest beginning of a chunk that still fits, and returns it. */
  addBeginning(piece: string): string {
    const left = this.limit - this.countTokens();
    let fits = 0;
    let tooLong = Math.min(piece.length, left * MAX_CHARS_PER_TOKEN) + 1;
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      if (countShortText(piece.slice(0, middle)) <= left) fits = middle;
      else tooLong = middle;
    }
    const beginning = piece.slice(0, fits).replace(/[\ud800-\udbff]$/, "");
    this.pieces.push(beginning);
    this.tail += beginning;
    this.countTail();
    return beginning;
  }

  get isEmpty(): boolean {
    return this.pieces.length === 0;
  }

  /** Returns all text added so far. */
  getText(): string {
    return this.pieces.join("");
  }

  /** Returns the number of o200k tokens of all text added so far. */
  countTokens(): number {
    return this.committed + countShortText(this.tail);
  }

  /** Returns whether the text is within the limit. Counts only as much as is needed to decide. */
  private fits(): boolean {
    const left = this.limit - this.committed;
    if (this.tailAtMost + this.uncounted.length * MAX_TOKENS_PER_CHAR <= left) return true;
    this.tailAtMost += countShortText(this.uncounted);
    this.uncounted = "";
    if (this.tailAtMost <= left) return true;
    this.countTail();
    return this.tailAtMost <= left;
  }

  private countTail(): void {
    this.tailAtMost = countShortText(this.tail);
    this.uncounted = "";
  }

  /** Counts the tail up to its last space. Few tokens cross a space, so ordinary text is counted exactly. */
  private commit(): void {
    const blank = this.tail.lastIndexOf(" ");
    const end = blank > 0 ? blank : this.tail.replace(/[\ud800-\udbff]$/, "").length;
    this.committed += countShortText(this.tail.slice(0, end));
    this.tail = this.tail.slice(end);
    this.tailAtMost = 0;
    this.uncounted = this.tail;
  }
}
