import { StorageUnavailable } from "./storage-failures.ts";

/** The parts that this node keeps in memory at once: 160 MiB, a small part of the smallest recommended machine. */
const SLOTS = 32;

/** Limits how many uploads keep a part in memory at once. A client repeats a refused request after its `Retry-After`. */
export class BufferSlots {
  #used = 0;

  /** @throws StorageUnavailable if all slots are used */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#used >= SLOTS) throw new StorageUnavailable("too many uploads on this node at once");
    this.#used += 1;
    try {
      return await work();
    } finally {
      this.#used -= 1;
    }
  }
}
