/**
 * A queue with turns: each owner gets one item per turn, so that an owner with a thousand items delays the others by
 * at most one item.
 */
export class FairQueue<T> {
  /** The owners in the order of their next turns. Contains only owners with waiting items. */
  readonly #owners = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the number of an owner's waiting items. */
  countWaiting(owner: string): number {
    return this.#owners.get(owner)?.length ?? 0;
  }

  add(owner: string, item: T): void {
    const items = this.#owners.get(owner);
    if (items) items.push(item);
    else this.#owners.set(owner, [item]);
    this.#size += 1;
  }

  /**
   * Removes and returns the first item of the owner whose turn it is, or undefined if no item may be taken. The owner
   * then moves to the end of the queue. Owners for which `mayTake` returns false keep their turn.
   */
  take(mayTake: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, items] of this.#owners) {
      if (!mayTake(owner)) continue;
      const item = items.shift();
      this.#owners.delete(owner);
      if (items.length > 0) this.#owners.set(owner, items);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /**
   * Removes an item whose caller no longer waits for it.
   * @returns whether it was in the queue.
   */
  remove(owner: string, item: T): boolean {
    const items = this.#owners.get(owner);
    const at = items?.indexOf(item) ?? -1;
    if (!items || at < 0) return false;
    items.splice(at, 1);
    if (items.length === 0) this.#owners.delete(owner);
    this.#size -= 1;
    return true;
  }
}
