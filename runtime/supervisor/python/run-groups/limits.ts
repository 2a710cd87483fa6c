import type { JobLimits } from "../../../protocol/index.ts";
import { GROUP_FILE_BYTES } from "../file-room.ts";

/** The limits that all processes of one run share. */
export interface RunGroupLimits {
  /** Memory of every kind, including page cache, sockets and the kernel's own data. */
  memoryBytes: number;
  /** Processes and threads. */
  tasks: number;
}

/**
 * Additional memory for the monitor, 64 forwarded connections of at most 512 KiB, and the kernel's data for
 * them.
 */
const OVERHEAD_BYTES = 64 * 1024 * 1024;
/** Additional processes: the monitor, and another monitor that is starting. */
const OVERHEAD_TASKS = 2;

/**
 * Returns the group limits of a run with these limits. They are higher, so that the run reaches its own limits first,
 * with an error that the agent can read.
 */
export function getGroupLimits(
  run: Pick<JobLimits, "memoryBytes" | "diskBytes" | "processes">,
): RunGroupLimits {
  return {
    memoryBytes: run.memoryBytes + run.diskBytes + GROUP_FILE_BYTES + OVERHEAD_BYTES,
    tasks: run.processes + OVERHEAD_TASKS,
  };
}
