import { setTimeout as delay } from "node:timers/promises";
import type { ModelCall } from "@stoa/gateway";
import type { Database } from "../../../platform/db/database.ts";
import { insertModelCall, insertModelCalls, type ReservedModelCall } from "./model-call-store.ts";

/** Rows of one statement: with 15 values each it stays small, and a thousand calls a second need only a few. */
const MAX_ROWS = 200;

/**
 * From one statement to the next: a busy node commits 50 times a second and not thousands of times. A crash loses the
 * rows of this time at most.
 */
const GATHER_MS = 20;

interface Waiting {
  call: ReservedModelCall;
  written: () => void;
  failed: (error: unknown) => void;
}

/**
 * Writes ended model calls. The first is written right after its answer; those that end shortly after it share a
 * statement and its sync, so that a node at its limit spends its time on calls and not on commits.
 */
export class ModelCallWriter {
  readonly #db: Database;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves when the call's row is on the disk. Writing a reservation twice is the same as once. */
  write(runId: string, reservationId: string, call: ModelCall): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ call: { runId, reservationId, call }, written: resolve, failed: reject });
    });
    if (!this.#isWriting) this.#begin();
    return written;
  }

  /** The answer of the call goes out first: its client does not wait for a statement to be put together. */
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

  /** A row that cannot be written must not take the others with it. */
  async #writeTogether(waiting: readonly Waiting[]): Promise<void> {
    try {
      await insertModelCalls(
        this.#db,
        waiting.map(({ call }) => call),
      );
      for (const { written } of waiting) written();
    } catch {
      await Promise.all(
        waiting.map(({ call: { runId, reservationId, call }, written, failed }) =>
          insertModelCall(this.#db, runId, reservationId, call).then(written, failed),
        ),
      );
    }
  }
}
