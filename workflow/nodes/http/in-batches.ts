import { WorkflowLimit } from "../../model/node-error.ts";

/** Requests of one node on their way at once: what a server that is asked by many would still bear from one. */
const AT_ONCE = 8;

export interface Batches {
  /** How many begin together; all of them where it is undefined. */
  size: number | undefined;
  pause(): Promise<void>;
}

/** Does all in their order, some at a time, with a pause between batches. @throws WorkflowLimit, and begins none after it */
export async function inBatches<Task, Done>(
  tasks: readonly Task[],
  { size = tasks.length, pause }: Batches,
  perform: (task: Task, index: number) => Promise<Done>,
): Promise<PromiseSettledResult<Done>[]> {
  const settled: PromiseSettledResult<Done>[] = [];
  for (let begin = 0; begin < tasks.length; begin += Math.max(1, size)) {
    if (begin > 0) await pause();
    const end = Math.min(tasks.length, begin + Math.max(1, size));
    for (let at = begin; at < end; at += AT_ONCE) {
      const group = tasks.slice(at, Math.min(end, at + AT_ONCE));
      settled.push(...(await Promise.allSettled(group.map((task, offset) => perform(task, at + offset)))));
      const limit = settled.find(
        (each) => each.status === "rejected" && each.reason instanceof WorkflowLimit,
      );
      if (limit?.status === "rejected") throw limit.reason as WorkflowLimit;
    }
  }
  return settled;
}
