import { MAX_HEAP_MB } from "../memory/heap-bounds.ts";
import type { WorkerExit } from "./worker-process.ts";

/** Matches the text that V8 writes before it ends a process that is out of memory. */
const OUT_OF_MEMORY = /out of memory|allocation failed/i;
/** The signal that ends a process whose native code did not check a failed allocation. */
const UNSEEN_REFUSAL = "SIGSEGV";

function isExit(cause: unknown): cause is WorkerExit {
  return typeof cause === "object" && cause !== null && "how" in cause && "complaint" in cause;
}

/** The error of a worker that ended without a result. */
export class WorkerLost extends Error {
  override readonly name = "WorkerLost";
  /** Whether the workflow used too much memory, in which case the agent is at fault. */
  readonly isOfMemory: boolean;

  /** @param cause the way in which the process ended, or the internal error that it reported */
  constructor(cause: unknown) {
    const isOfMemory = isExit(cause) && (cause.how === UNSEEN_REFUSAL || OUT_OF_MEMORY.test(cause.complaint));
    super(
      isOfMemory
        ? `The workflow exceeded its memory limit of ${MAX_HEAP_MB} MB.`
        : "The workflow failed unexpectedly. Please try again.",
      {
        cause: isExit(cause) ? new Error(`the process exited with ${cause.how}: ${cause.complaint}`) : cause,
      },
    );
    this.isOfMemory = isOfMemory;
  }
}
