/**
 * Before it calls a tool a model often says a sentence or two, which are no part of the answer. So much of a turn is
 * held back while tools are on offer; what is longer is the answer, and is given out as it comes.
 */
const HELD_CHARS = 400;

/** The text of one turn: held back until it is known to be the answer. */
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

  /** It is the answer, or its beginning. */
  release(): void {
    if (this.#isOut) return;
    this.#isOut = true;
    this.#giveOut(this.#held);
    this.#held = "";
  }

  /** What was held back and is no part of the answer. */
  get unsaid(): string {
    return this.#held;
  }
}
