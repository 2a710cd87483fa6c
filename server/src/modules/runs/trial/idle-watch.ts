/** Ends what has done nothing for a while. */
export class IdleWatch {
  isOver = false;
  readonly #idleMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** Calls `end` once nothing has been done for the time. */
  start(end: () => void): void {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      end();
    }, this.#idleMs);
  }

  /** Something was done: the time begins anew. */
  touch(): void {
    this.#timer?.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
