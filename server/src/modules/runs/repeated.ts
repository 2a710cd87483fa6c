import type { FastifyBaseLogger } from "fastify";

/** Work done again and again with a pause between, never twice at once. A failure is logged and tried again. */
export class Repeated {
  readonly #everyMs: number;
  readonly #work: () => Promise<void>;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(everyMs: number, work: () => Promise<void>, log: FastifyBaseLogger) {
    this.#everyMs = everyMs;
    this.#work = work;
    this.#log = log;
  }

  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#once();
    }, this.#everyMs);
    this.#timer.unref();
  }

  /** Ends it, after the work under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #once(): Promise<void> {
    try {
      await this.#work();
    } catch (error) {
      this.#log.error({ err: error }, "background work failed");
    }
    this.start();
  }
}
