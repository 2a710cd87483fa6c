import { closeSync, openSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { findGroupHierarchy, type GroupHierarchy } from "./hierarchy.ts";
import type { RunGroupLimits } from "./limits.ts";

export { getGroupLimits, type RunGroupLimits } from "./limits.ts";

/**
 * The control groups of a parent: several for its runs, each for one run at a time, and one for the parent itself.
 */
export interface RunGroups {
  /** For each group, the descriptors to which a process writes "0" to join. */
  readonly descriptors: readonly (readonly number[])[];
  /** The descriptors of the group of the parent itself; empty if it has none. */
  readonly parentDescriptors: readonly number[];
  /** Returns the IDs of the processes in all groups. */
  listProcesses(): number[];
  /** Returns the total memory of all groups, in bytes. */
  measureMemory(): number;
  /**
   * Returns the processor time in seconds of all processes that were ever in the groups. Only groups with a parent
   * count it.
   */
  measureCpuSeconds(): number;
  /** Closes this process's descriptors. A child has its own. */
  close(): void;
  /** Removes the groups. Call it once their processes have ended. */
  remove(): void;
}

/** A control group that any number of processes can join. */
export interface SharedGroup {
  /** The files to which a process writes "0" to join. */
  readonly files: readonly string[];
  /** Removes the group. Call it once its processes have ended. */
  remove(): void;
}

const CONTROL_GROUPS = "/sys/fs/cgroup";
/**
 * The maximum number of groups whose descriptors a parent can hold. A node that allows more simultaneous runs does not
 * use groups.
 */
const MOST_GROUPS = 256;
/**
 * Matches the names of a node's group, of the group that its server moves into, and of the numbered groups of earlier
 * versions.
 */
const NODE_NAME = /^stoa-(\d+)(?:-(?:\d+|server))?$/;
/** The levels: the node's group, its environments' groups, and the groups of runs. */
const LEVELS = 3;
let groupCount = 0;

function isAlive(pid: number): boolean {
  try {
    readFileSync(`/proc/${pid}/stat`);
    return true;
  } catch {
    return false;
  }
}

/** The share of the memory for agents. The server, the database and the system keep the rest. */
const SHARE_OF_MEMORY = 0.75;

/**
 * Returns the limit on the total memory of a node's agents. If they exceed it, the kernel ends one of them and nothing
 * else on the machine. In a container, the limit is a share of the container's memory.
 */
function getMemoryForAllRuns(): number {
  const constrained = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), constrained > 0 ? constrained : totalmem()) * SHARE_OF_MEMORY);
}

/** Removes a group and its children. Skips groups that are in use or no longer exist. */
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

/** Returns the name of the group that contains the groups of all agents of this process. */
const getNodeName = () => `stoa-${process.pid}`;

/**
 * Returns the hierarchy for the groups of this node, or undefined if there is none. `together` is the limit on the
 * total memory of its agents, in bytes.
 */
function openNode(root: string, together: number): GroupHierarchy | undefined {
  const hierarchy = findGroupHierarchy(root);
  if (!hierarchy) return undefined;
  sweepDeadHosts(hierarchy);
  try {
    hierarchy.limitMemory(getNodeName(), together);
  } catch {
    // Some kernels can limit a group but not a group of groups. In that case, only each run's own limit applies.
  }
  return hierarchy;
}

/** Returns the IDs of the processes in a group, or an empty list if the group no longer exists. */
function listGroup(folder: string): number[] {
  try {
    return readFileSync(join(folder, "cgroup.procs"), "utf8").trim().split("\n").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Removes a group of this node, and the node's group if it has no other groups. */
function removeFromNode(hierarchy: GroupHierarchy, name: string): void {
  for (const base of hierarchy.bases) {
    removeGroup(join(base, getNodeName(), name));
    removeGroup(join(base, getNodeName()), 1);
  }
}

/**
 * Creates groups with limits inside the group that limits all agents of this process to `together` bytes. Returns
 * undefined if `count` is too large or this user is not allowed to create groups. In that case, only two kinds of
 * limits apply: the limits of each process, and the limits that a run's monitor enforces for all processes of the run
 * together.
 */
export function openRunGroups(
  count: number,
  limits: RunGroupLimits,
  {
    root = CONTROL_GROUPS,
    together = getMemoryForAllRuns(),
    parentLimits,
  }: { root?: string; together?: number; parentLimits?: RunGroupLimits } = {},
): RunGroups | undefined {
  const name = `runs-${++groupCount}`;
  const opened: number[] = [];
  const close = () => {
    for (const descriptor of opened.splice(0)) closeSync(descriptor);
  };
  if (count > MOST_GROUPS) return undefined;
  let hierarchy: GroupHierarchy | undefined;
  let isRemoved = false;
  const remove = () => {
    close();
    isRemoved = true;
    if (hierarchy) removeFromNode(hierarchy, name);
  };
  try {
    hierarchy = openNode(root, together);
    if (!hierarchy) return undefined;
    const { makeGroup, bases, readMemory, readCpuSeconds } = hierarchy;
    const openGroup = (group: string, its: RunGroupLimits) =>
      makeGroup([getNodeName(), name, group], its).map((folder) => {
        const descriptor = openSync(join(folder, "cgroup.procs"), "w");
        opened.push(descriptor);
        return descriptor;
      });
    const descriptors = Array.from({ length: count }, (_, index) => openGroup(String(index), limits));
    const parentDescriptors = parentLimits ? openGroup("parent", parentLimits) : [];
    // If processor time has a separate tree, forks stay in the parent's group there.
    const account = parentLimits && hierarchy.makeAccount([getNodeName(), name]);
    if (account !== undefined) {
      const descriptor = openSync(join(account, "cgroup.procs"), "w");
      opened.push(descriptor);
      parentDescriptors.push(descriptor);
    }
    const [base = ""] = bases;
    const names = [...descriptors.keys()].map(String).concat(parentLimits ? "parent" : []);
    return {
      descriptors,
      parentDescriptors,
      listProcesses: () => names.flatMap((group) => listGroup(join(base, getNodeName(), name, group))),
      measureMemory: () => (isRemoved ? 0 : readMemory([getNodeName(), name])),
      measureCpuSeconds: () => (isRemoved ? 0 : readCpuSeconds([getNodeName(), name])),
      close,
      remove,
    };
  } catch {
    // The groups are read-only, as in most containers, or belong to another user.
    remove();
    return undefined;
  }
}

/**
 * Creates a group for processes with their own limits, whose memory counts toward the limit of all agents. Returns
 * undefined if this user is not allowed to create groups.
 */
export function openSharedGroup(
  root = CONTROL_GROUPS,
  together = getMemoryForAllRuns(),
): SharedGroup | undefined {
  const name = `shared-${++groupCount}`;
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
