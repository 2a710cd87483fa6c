import { countShortText } from "../work/slice-tokens.ts";

/** No character (UTF-16 unit) makes more tokens than it has bytes in UTF-8. */
const MAX_TOKENS_PER_CHAR = 3;

/** The longest token of o200k is a run of 128 blanks. */
const MAX_CHARS_PER_TOKEN = 128;

/**
 * Tells when streamed text passes a number of tokens, without tokenising every piece: text is only counted
 * once it could have passed what is left.
 */
export class CompletionMeter {
  private readonly pieces: string[] = [];
  private uncounted = "";
  private counted = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Adds a piece. False when the text with it is longer than the limit; the piece is then not kept. */
  add(piece: string): boolean {
    if (piece === "") return true;
    this.uncounted += piece;
    this.pieces.push(piece);
    if (this.counted + this.uncounted.length * MAX_TOKENS_PER_CHAR <= this.limit) return true;
    this.counted += countShortText(this.uncounted);
    this.uncounted = "";
    if (this.counted <= this.limit) return true;
    this.counted = this.tokens();
    if (this.counted <= this.limit) return true;
    this.pieces.pop();
    this.counted = this.tokens();
    return false;
  }

  /** Adds the longest beginning of a piece that still fits, and returns it. */
  addBeginning(piece: string): string {
    const left = this.limit - this.tokens();
    let fits = 0;
    let tooLong = Math.min(piece.length, left * MAX_CHARS_PER_TOKEN) + 1;
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      if (countShortText(piece.slice(0, middle)) <= left) fits = middle;
      else tooLong = middle;
    }
    const beginning = piece.slice(0, fits).replace(/[\ud800-\udbff]$/, "");
    this.pieces.push(beginning);
    return beginning;
  }

  get isEmpty(): boolean {
    return this.pieces.length === 0;
  }

  /** All text kept. */
  text(): string {
    return this.pieces.join("");
  }

  /** o200k tokens of all text kept. Pieces counted apart come out higher than the whole. */
  tokens(): number {
    return countShortText(this.text());
  }
}
