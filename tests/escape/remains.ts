import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { waitUntil } from "../../runtime/supervisor/python/testing/processes.ts";

/** Returns the processes on this machine that have `mark` in their command line. */
export function findMarked(mark: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").includes(mark);
      } catch {
        return false;
      }
    });
}

/** Fails unless all processes with `mark` as an argument end within `ms` milliseconds. */
export async function expectNoneLeft(mark: string, ms: number): Promise<void> {
  await waitUntil(() => findMarked(mark).length === 0, ms).catch(() => {});
  expect(findMarked(mark)).toEqual([]);
}
