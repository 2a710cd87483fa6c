import { getHeapStatistics } from "node:v8";
import { WorkflowLimit } from "../model/node-error.ts";

/**
 * The limit of this process, which executes a single run. There is no limit outside a worker, where other code uses the
 * heap too.
 */
let mostBytes = Number.POSITIVE_INFINITY;

const isOver = () => getHeapStatistics().used_heap_size > mostBytes;

/** Limits the heap that the run of this process may use. */
export function boundHeap(bytes: number): void {
  mostBytes = bytes;
}

/**
 * Checks the heap before a large allocation. V8 would end the process without naming the node.
 * @throws WorkflowLimit if the heap exceeds the run's limit
 */
export function ensureHeapRoom(): void {
  if (!isOver()) return;
  // Garbage is no reason to end a run, so collect it before measuring again.
  globalThis.gc?.();
  if (isOver())
    throw new WorkflowLimit(
      `the run would hold more than ${Math.floor(mostBytes / 1_048_576)} MB of memory: process less data at a time`,
    );
}
