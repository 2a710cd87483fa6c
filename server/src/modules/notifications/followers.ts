/** One open stream of notifications. It is woken when there may be new notifications. */
export class Follower {
  #isPoked = false;
  #hasEnded = false;
  #wake: () => void = () => {};

  wake(): void {
    this.#isPoked = true;
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /** Waits until the stream is woken. Returns false once the stream has ended. */
  async waitForWake(): Promise<boolean> {
    if (!this.#isPoked && !this.#hasEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#isPoked = false;
    return !this.#hasEnded;
  }
}

/** Keeps the open streams of notifications on this node, keyed by person. */
export class Followers {
  readonly #byUser = new Map<string, Set<Follower>>();

  count(userId: string): number {
    return this.#byUser.get(userId)?.size ?? 0;
  }

  add(userId: string): Follower {
    const follower = new Follower();
    const others = this.#byUser.get(userId);
    if (others) others.add(follower);
    else this.#byUser.set(userId, new Set([follower]));
    return follower;
  }

  remove(userId: string, follower: Follower): void {
    const all = this.#byUser.get(userId);
    all?.delete(follower);
    if (all?.size === 0) this.#byUser.delete(userId);
  }

  wake(userId: string): void {
    for (const follower of this.#byUser.get(userId) ?? []) follower.wake();
  }

  wakeAll(): void {
    for (const userId of this.#byUser.keys()) this.wake(userId);
  }

  endAll(): void {
    for (const followers of this.#byUser.values()) for (const follower of followers) follower.end();
  }
}
