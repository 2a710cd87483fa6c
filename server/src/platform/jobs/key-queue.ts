/**
 * Runs tasks with the same key one after another, in the order in which they were added. Tasks with different keys do
 * not wait for each other.
 */
export class KeyQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    const settled = done.then(ignore, ignore).then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    this.#last.set(key, settled);
    return done;
  }
}

const ignore = () => undefined;
