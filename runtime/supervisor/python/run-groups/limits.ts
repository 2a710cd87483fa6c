import type { JobLimits } from "../../../protocol/index.ts";

/** What the processes of one run may take together. */
export interface RunGroupLimits {
  /** Memory of every kind: also page cache, sockets and what the kernel keeps for them. */
  memoryBytes: number;
  /** Processes and threads. */
  tasks: number;
}

/** The monitor, 64 forwarded connections of at most 512 KiB, and what the kernel keeps for all that. */
const OVERHEAD_BYTES = 64 * 1024 * 1024;
/** The monitor, and one that is being made. */
const OVERHEAD_TASKS = 2;

/** Room for a run with these limits: its own bounds are met first, with an error that an agent can read. */
export function getGroupLimits(
  run: Pick<JobLimits, "memoryBytes" | "diskBytes" | "processes">,
): RunGroupLimits {
  return {
    memoryBytes: run.memoryBytes + run.diskBytes + OVERHEAD_BYTES,
    tasks: run.processes + OVERHEAD_TASKS,
  };
}
