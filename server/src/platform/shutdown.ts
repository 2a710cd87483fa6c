/** Closes resources once, in the reverse order of their creation. */
export class Shutdown {
  readonly #steps: { name: string; close: () => Promise<void> }[] = [];
  #running: Promise<void> | undefined;

  /** Adds a step. The step that is added last runs first. */
  add(name: string, close: () => Promise<void>): void {
    this.#steps.push({ name, close });
  }

  /** Runs every step, even if one fails. @throws AggregateError with all errors. */
  run(): Promise<void> {
    this.#running ??= this.#close();
    return this.#running;
  }

  async #close(): Promise<void> {
    const failures: Error[] = [];
    for (const { name, close } of this.#steps.reverse()) {
      try {
        await close();
      } catch (cause) {
        failures.push(new Error(`closing ${name} failed`, { cause }));
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, failures.map(({ message }) => message).join(", "));
  }
}
