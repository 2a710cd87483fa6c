/**
 * The number of characters of a turn to hold back while tools are available. Models often write a sentence or two
 * before they call a tool, which is not part of the answer. Longer text is part of the answer and is sent as it
 * arrives.
 */
const HELD_CHARS = 400;

/** The text of one turn, held back until it is known to be the answer. */
export class TurnBuffer {
  readonly #emit: (text: string) => void;
  readonly #capacity: number;
  #text = "";
  #isReleased = false;

  constructor(emit: (text: string) => void, hasTools: boolean) {
    this.#emit = emit;
    this.#capacity = hasTools ? HELD_CHARS : 0;
  }

  add(text: string): void {
    if (this.#isReleased) this.#emit(text);
    else {
      this.#text += text;
      if (this.#text.length > this.#capacity) this.release();
    }
  }

  /** Sends the text that was held back, because it is the answer or the beginning of the answer. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#emit(this.#text);
    this.#text = "";
  }

  /** The text that is still held back. If the turn ends with a tool call, it is not part of the answer. */
  get unsentText(): string {
    return this.#text;
  }
}
