import { MAX_HEAP_MB } from "../memory/heap-bounds.ts";
import type { WorkerExit } from "./worker-process.ts";

/** What V8 says before it ends a process that is out of memory. */
const OUT_OF_MEMORY = /out of memory|allocation failed/i;
/** What an allocation ends in that the kernel has refused, where nobody looked whether it had. */
const UNSEEN_REFUSAL = "SIGSEGV";

function isExit(cause: unknown): cause is WorkerExit {
  return typeof cause === "object" && cause !== null && "how" in cause && "complaint" in cause;
}

/** The worker came to no result of its own. */
export class WorkerLost extends Error {
  override readonly name = "WorkerLost";
  /** Whether it is the workflow's doing. */
  readonly isOfMemory: boolean;

  /** @param cause how its process ended, or the error of ours that it told */
  constructor(cause: unknown) {
    const isOfMemory = isExit(cause) && (cause.how === UNSEEN_REFUSAL || OUT_OF_MEMORY.test(cause.complaint));
    super(
      isOfMemory
        ? `The workflow needed more memory than its ${MAX_HEAP_MB} MB.`
        : "The workflow could not be run to its end.",
      { cause: isExit(cause) ? new Error(`the process ended with ${cause.how}: ${cause.complaint}`) : cause },
    );
    this.isOfMemory = isOfMemory;
  }
}
