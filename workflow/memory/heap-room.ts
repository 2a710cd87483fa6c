import { getHeapStatistics } from "node:v8";
import { WorkflowLimit } from "../model/node-error.ts";

/** Of this process, which does one run. None outside of such a process, where others use the heap too. */
let mostBytes = Number.POSITIVE_INFINITY;

const isOver = () => getHeapStatistics().used_heap_size > mostBytes;

/** How much of its heap the run of this process may use. */
export function boundHeap(bytes: number): void {
  mostBytes = bytes;
}

/**
 * Asked before much is made at once: V8 itself ends the process, and with it all words about which node it was.
 * @throws WorkflowLimit
 */
export function ensureHeapRoom(): void {
  if (!isOver()) return;
  // What nobody holds any more is no reason to end a run.
  globalThis.gc?.();
  if (isOver())
    throw new WorkflowLimit(`the run would hold more than ${Math.floor(mostBytes / 1_048_576)} MB of memory`);
}
