/** Ends a run that has been idle for a while. */
export class IdleWatch {
  /** The time without activity that ended the run; undefined if the run was not ended. */
  endedAfterMs: number | undefined;
  readonly #idleMs: number;
  #end: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** Calls `end` if nothing happens for `firstMs`, or for the idle time after an activity. */
  start(end: () => void, firstMs: number): void {
    this.#end = end;
    this.#wait(firstMs);
  }

  /** Restarts the idle time. Call this for each activity. */
  touch(): void {
    if (this.#timer) this.#wait(this.#idleMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.endedAfterMs = ms;
      this.#end?.();
    }, ms);
  }
}
