import type { JobFile } from "../../protocol/index.ts";

/**
 * The room for files in the control group of each run, in addition to the run's own limits: the largest file and what
 * the agent makes of it. The groups are created before their runs, and /tmp is in memory.
 */
export const GROUP_FILE_BYTES = 256 * 1024 * 1024;

/** The room for outputs is as large as the input, but not larger than this, which is the largest file of any plan. */
const OUTPUT_MAX_BYTES = 100_000_000;

/** Returns how much more a run with these files may store in /tmp: the files, and what the agent makes of them. */
export function getFileRoom(files: readonly Pick<JobFile, "bytes">[] = []): number {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return total + Math.min(total, OUTPUT_MAX_BYTES);
}
