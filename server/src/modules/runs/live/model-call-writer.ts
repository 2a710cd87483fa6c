import { setTimeout as delay } from "node:timers/promises";
import type { LogAccess } from "./live-store.ts";
import { insertModelCall, insertModelCalls, type ReservedModelCall } from "./model-call-store.ts";

/**
 * The maximum number of rows per statement. With 15 values per row, a statement stays small, and a thousand calls per
 * second need only a few statements.
 */
const MAX_ROWS = 200;

/**
 * The time between statements, so that a busy node commits 50 times per second instead of thousands of times. A crash
 * loses at most the calls that ended within this time.
 */
const GATHER_MS = 20;

interface Waiting {
  call: ReservedModelCall;
  onWritten: () => void;
  onFailed: (error: unknown) => void;
}

/**
 * Writes completed model calls. If no statement is running, a call is written right after its answer. Calls that end
 * shortly afterwards share a statement and its disk sync, so that a busy node spends its time on calls instead of
 * commits.
 */
export class ModelCallWriter {
  readonly #access: LogAccess;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(access: LogAccess) {
    this.#access = access;
  }

  /** Resolves when the call's row is on disk. Writing the same reservation twice stores it once. */
  write(call: ReservedModelCall): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ call, onWritten: resolve, onFailed: reject });
    });
    if (!this.#isWriting) this.#begin();
    return written;
  }

  /**
   * Schedules the next statement. The reply to the call is sent first, so that its client does not wait for the
   * statement.
   */
  #begin(): void {
    this.#isWriting = true;
    setImmediate(() => void this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const gathered = delay(GATHER_MS);
      const ended = this.#waiting.splice(0);
      for (let at = 0; at < ended.length; at += MAX_ROWS)
        await this.#writeTogether(ended.slice(at, at + MAX_ROWS));
      await gathered;
    }
    this.#isWriting = false;
  }

  /**
   * Writes rows in one statement, or one by one if that fails, so that a row that cannot be written does not fail the
   * others.
   */
  async #writeTogether(waiting: readonly Waiting[]): Promise<void> {
    try {
      await insertModelCalls(
        this.#access,
        waiting.map(({ call }) => call),
      );
      for (const { onWritten } of waiting) onWritten();
    } catch {
      await Promise.all(
        waiting.map(({ call, onWritten, onFailed }) =>
          insertModelCall(this.#access, call).then(onWritten, onFailed),
        ),
      );
    }
  }
}
