import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { WorkflowLimit } from "../model/node-error.ts";

/** Of this thread, which does one run. None outside of such a thread, where others use the heap too. */
let mostBytes = Number.POSITIVE_INFINITY;
let collect: (() => void) | undefined;

const isOver = () => getHeapStatistics().used_heap_size > mostBytes;

/** How much of its heap the run of this thread may use. */
export function boundHeap(bytes: number): void {
  setFlagsFromString("--expose-gc");
  collect = runInNewContext("gc") as () => void;
  mostBytes = bytes;
}

/**
 * Asked before much is made at once: V8 itself ends the whole process where one large allocation does not fit.
 * @throws WorkflowLimit
 */
export function ensureHeapRoom(): void {
  if (!isOver()) return;
  // What nobody holds any more is no reason to end a run.
  collect?.();
  if (isOver())
    throw new WorkflowLimit(`the run would hold more than ${Math.floor(mostBytes / 1_048_576)} MB of memory`);
}
