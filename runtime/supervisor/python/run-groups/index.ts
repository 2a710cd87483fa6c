import { closeSync, openSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import { findGroupHierarchy, type GroupHierarchy } from "./hierarchy.ts";
import type { RunGroupLimits } from "./limits.ts";

export { groupLimitsFor } from "./limits.ts";

/** Control groups that runs join, one at a time each. */
export interface RunGroups {
  /** For each group the descriptors that a process writes "0" to in order to join. */
  readonly descriptors: readonly (readonly number[])[];
  /** Closes this process's descriptors; a child has its own. */
  close(): void;
  /** Call it once their processes are gone. */
  remove(): void;
}

/** Descriptors that a parent can well carry; a node for more runs at once has none. */
const MOST_GROUPS = 256;
const NAME = /^stoa-(\d+)-(?:\d+|server)$/;
let made = 0;

function isAlive(pid: number): boolean {
  try {
    readFileSync(`/proc/${pid}/stat`);
    return true;
  } catch {
    return false;
  }
}

/** The server, the database and the system keep the rest. */
const SHARE_OF_MEMORY = 0.75;

/**
 * What all runs of an environment may take together: past it the kernel ends one of them, and nothing else on the
 * machine. In a container it is a share of what the container has.
 */
function memoryOfAllRuns(): number {
  const constrained = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), constrained > 0 ? constrained : totalmem()) * SHARE_OF_MEMORY);
}

/** Some kernels bound a group and not a group of groups: then each run's own bound is all there is. */
function limitTogether(hierarchy: GroupHierarchy, name: string, bytes: number): void {
  try {
    hierarchy.limitMemory(name, bytes);
  } catch {
    return;
  }
}

/** What cannot be removed is in use, or gone already. */
function removeGroup(path: string): void {
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) rmdirSync(join(path, entry.name));
    }
    rmdirSync(path);
  } catch {
    return;
  }
}

function sweepDeadHosts(hierarchy: GroupHierarchy): void {
  for (const base of hierarchy.bases) {
    for (const name of readdirSync(base)) {
      const pid = NAME.exec(name)?.[1];
      if (pid !== undefined && !isAlive(Number(pid))) removeGroup(join(base, name));
    }
  }
}

/**
 * Makes groups with limits, and one around them that bounds what all take `together`, in bytes, where this machine lets this user make any: undefined elsewhere. Then each process's own
 * limits are all there is, and they hold as long as agents cannot start processes.
 */
export function openRunGroups(
  count: number,
  limits: RunGroupLimits,
  root = "/sys/fs/cgroup",
  together = memoryOfAllRuns(),
): RunGroups | undefined {
  const name = `stoa-${process.pid}-${++made}`;
  const opened: number[] = [];
  const folders = new Set<string>();
  const close = () => {
    for (const descriptor of opened.splice(0)) closeSync(descriptor);
  };
  const remove = () => {
    close();
    for (const folder of folders) removeGroup(folder);
  };
  if (count > MOST_GROUPS) return undefined;
  try {
    const hierarchy = findGroupHierarchy(root);
    if (!hierarchy) return undefined;
    sweepDeadHosts(hierarchy);
    limitTogether(hierarchy, name, together);
    const descriptors = Array.from({ length: count }, (_, index) =>
      hierarchy.makeGroup(name, String(index), limits).map((folder) => {
        folders.add(dirname(folder));
        const descriptor = openSync(join(folder, "cgroup.procs"), "w");
        opened.push(descriptor);
        return descriptor;
      }),
    );
    return { descriptors, close, remove };
  } catch {
    // Read-only, as in most containers, or not ours.
    remove();
    return undefined;
  }
}
