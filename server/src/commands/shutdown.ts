/** Undoes what was opened, in reverse order, once. */
export class Shutdown {
  readonly #steps: { name: string; close: () => Promise<void> }[] = [];
  #under: Promise<void> | undefined;

  /** What is added last is closed first. */
  add(name: string, close: () => Promise<void>): void {
    this.#steps.push({ name, close });
  }

  /** Runs every step even when one fails. @param onFailure is told of each that failed. */
  run(onFailure: (name: string, error: unknown) => void): Promise<void> {
    this.#under ??= this.#close(onFailure);
    return this.#under;
  }

  async #close(onFailure: (name: string, error: unknown) => void): Promise<void> {
    for (const step of this.#steps.reverse()) {
      try {
        await step.close();
      } catch (error) {
        onFailure(step.name, error);
      }
    }
  }
}
