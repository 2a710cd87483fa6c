import { closeSync, openSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { findGroupHierarchy, type GroupHierarchy } from "./hierarchy.ts";
import type { RunGroupLimits } from "./limits.ts";

export { getGroupLimits } from "./limits.ts";

/** Control groups that runs join, one at a time each. */
export interface RunGroups {
  /** For each group the descriptors that a process writes "0" to in order to join. */
  readonly descriptors: readonly (readonly number[])[];
  /** Closes this process's descriptors; a child has its own. */
  close(): void;
  /** Call it once their processes are gone. */
  remove(): void;
}

/** A control group that any number of processes join. */
export interface SharedGroup {
  /** The files that a process writes "0" to in order to join. */
  readonly files: readonly string[];
  /** Call it once its processes are gone. */
  remove(): void;
}

const CONTROL_GROUPS = "/sys/fs/cgroup";
/** Descriptors that a parent can well carry; a node for more runs at once has none. */
const MOST_GROUPS = 256;
/** The group of a node, the one into which its server moves aside, and numbered ones of earlier versions. */
const NODE_NAME = /^stoa-(\d+)(?:-(?:\d+|server))?$/;
/** The node's group, those of its environments, and those of runs. */
const LEVELS = 3;
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
 * What the agents of a node may take together: past it the kernel ends one of them, and nothing else on the machine. In
 * a container it is a share of what the container has.
 */
function getMemoryForAllRuns(): number {
  const constrained = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), constrained > 0 ? constrained : totalmem()) * SHARE_OF_MEMORY);
}

/** Removes a group and those below it. One that is in use, or gone already, is left. */
function removeGroup(path: string, levels = LEVELS): void {
  try {
    if (levels > 1)
      for (const entry of readdirSync(path, { withFileTypes: true }))
        if (entry.isDirectory()) removeGroup(join(path, entry.name), levels - 1);
    rmdirSync(path);
  } catch {
    return;
  }
}

function sweepDeadHosts(hierarchy: GroupHierarchy): void {
  for (const base of hierarchy.bases) {
    for (const name of readdirSync(base)) {
      const pid = NODE_NAME.exec(name)?.[1];
      if (pid !== undefined && !isAlive(Number(pid))) removeGroup(join(base, name));
    }
  }
}

/** The group of this process's agents in a hierarchy, below which all their groups are. */
const getNodeName = () => `stoa-${process.pid}`;

/** Where groups of this node are made. `together`: what all its agents may take, in bytes. */
function openNode(root: string, together: number): GroupHierarchy | undefined {
  const hierarchy = findGroupHierarchy(root);
  if (!hierarchy) return undefined;
  sweepDeadHosts(hierarchy);
  try {
    hierarchy.limitMemory(getNodeName(), together);
  } catch {
    // Some kernels bound a group and not a group of groups: then each run's own bound is all there is.
  }
  return hierarchy;
}

/** Removes a group of this node, and then the node's own if it was the last. */
function removeFromNode(hierarchy: GroupHierarchy, name: string): void {
  for (const base of hierarchy.bases) {
    removeGroup(join(base, getNodeName(), name));
    removeGroup(join(base, getNodeName()), 1);
  }
}

/**
 * Makes groups with limits, below the one that bounds what all agents of this process take `together`, in bytes. Returns
 * undefined where this user may not make groups. Then each process's own limits are all there is, and they hold as long
 * as agents cannot start processes.
 */
export function openRunGroups(
  count: number,
  limits: RunGroupLimits,
  root = CONTROL_GROUPS,
  together = getMemoryForAllRuns(),
): RunGroups | undefined {
  const name = `runs-${++made}`;
  const opened: number[] = [];
  const close = () => {
    for (const descriptor of opened.splice(0)) closeSync(descriptor);
  };
  if (count > MOST_GROUPS) return undefined;
  let hierarchy: GroupHierarchy | undefined;
  const remove = () => {
    close();
    if (hierarchy) removeFromNode(hierarchy, name);
  };
  try {
    hierarchy = openNode(root, together);
    if (!hierarchy) return undefined;
    const { makeGroup } = hierarchy;
    const descriptors = Array.from({ length: count }, (_, index) =>
      makeGroup([getNodeName(), name, String(index)], limits).map((folder) => {
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

/** Makes a group for processes that have limits of their own; what they take counts with what all agents take. */
export function openSharedGroup(
  root = CONTROL_GROUPS,
  together = getMemoryForAllRuns(),
): SharedGroup | undefined {
  const name = `shared-${++made}`;
  let hierarchy: GroupHierarchy | undefined;
  try {
    const opened = openNode(root, together);
    hierarchy = opened;
    if (!opened) return undefined;
    const files = opened.makeGroup([getNodeName(), name]).map((folder) => join(folder, "cgroup.procs"));
    return { files, remove: () => removeFromNode(opened, name) };
  } catch {
    if (hierarchy) removeFromNode(hierarchy, name);
    return undefined;
  }
}
