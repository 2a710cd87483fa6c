/**
 * Models often write a sentence or two before they call a tool, which is not part of the answer. This much of a turn
 * is held back while tools are available. A longer text is the answer and is sent as it comes.
 */
const HELD_CHARS = 400;

/** The text of one turn, held back until it is known to be the answer. */
export class HeldText {
  readonly #giveOut: (text: string) => void;
  readonly #holds: number;
  #held = "";
  #isOut = false;

  constructor(giveOut: (text: string) => void, toolsOnOffer: boolean) {
    this.#giveOut = giveOut;
    this.#holds = toolsOnOffer ? HELD_CHARS : 0;
  }

  take(text: string): void {
    if (this.#isOut) this.#giveOut(text);
    else {
      this.#held += text;
      if (this.#held.length > this.#holds) this.release();
    }
  }

  /** Sends the text held back, because it is the answer or its start. */
  release(): void {
    if (this.#isOut) return;
    this.#isOut = true;
    this.#giveOut(this.#held);
    this.#held = "";
  }

  /** The text held back that is not part of the answer. */
  get unsaid(): string {
    return this.#held;
  }
}
