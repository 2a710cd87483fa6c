/** A small random number generator (mulberry32). The same seed always produces the same test. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  nextNumber(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number from 0 up to, but not including, `below`. */
  nextBelow(below: number): number {
    return Math.floor(this.nextNumber() * below);
  }

  pick<T>(from: readonly T[]): T {
    const item = from[this.nextBelow(from.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }
}
