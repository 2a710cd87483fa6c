/** Ends a run that has been idle for a while. */
export class IdleWatch {
<<<<<<< HEAD
  /** The time without activity after which the run was ended, if it was. */
=======
  /** The time without activity that ended the run; undefined if the run was not ended. */
>>>>>>> l/a
  endedAfterMs: number | undefined;
  readonly #idleMs: number;
  #end: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

<<<<<<< HEAD
  /** Calls `end` if nothing happens for `firstMs`, or later for the idle time. */
=======
  /** Calls `end` if nothing happens for `firstMs`, or for the idle time after an activity. */
>>>>>>> l/a
  start(end: () => void, firstMs: number): void {
    this.#end = end;
    this.#wait(firstMs);
  }

<<<<<<< HEAD
  /** Restarts the idle time. Call this when something has happened. */
=======
  /** Restarts the idle time. Call this for each activity. */
>>>>>>> l/a
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
