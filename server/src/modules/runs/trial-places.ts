/**
 * Places for so many trials at once. Who finds none waits their turn for a while: a trial takes a fraction of a
 * second, so most callers never notice.
 */
export class TrialPlaces {
  #free: number;
  readonly #patienceMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number, patienceMs: number) {
    this.#free = atOnce;
    this.#patienceMs = patienceMs;
  }

  /** @returns what gives the place back, `undefined` when none became free in time. */
  take(): Promise<(() => void) | undefined> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(this.#giveBackOnce());
    }
    return new Promise((resolve) => {
      const called = () => {
        clearTimeout(timer);
        resolve(this.#giveBackOnce());
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(called);
        resolve(undefined);
      }, this.#patienceMs);
      this.#waiting.add(called);
    });
  }

  #giveBackOnce(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const [next] = this.#waiting;
      if (!next) {
        this.#free += 1;
        return;
      }
      this.#waiting.delete(next);
      next();
    };
  }
}
