import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunGroupLimits } from "./limits.ts";

/**
 * The location at which groups can be created: one tree for both controllers (version 2), or one tree for
 * each (version 1).
 */
export interface GroupHierarchy {
  /** The folders in which groups are created. */
  bases: string[];
  /**
   * Creates a group and its parent groups by its path below each base, and returns its folder in each tree. Without
   * `limits`, only the limits of the parent groups apply. Throws if this user is not allowed to create groups.
   */
  makeGroup(path: readonly string[], limits?: RunGroupLimits): string[];
  /**
   * Limits the total memory of all groups below the group `name`. Throws if this user is not allowed to change that
   * group.
   */
  limitMemory(name: string, bytes: number): void;
  /** Returns the memory that a group and its children use, in bytes. Throws if the group does not exist. */
  readMemory(path: readonly string[]): number;
  /**
   * Makes the kernel count the processor time of a group and its children. Returns the folder of an additional group
   * that a process must join, or undefined if the group itself counts. Throws if this machine cannot count it.
   */
  makeAccount(path: readonly string[]): string | undefined;
  /** Returns the processor time of a group in seconds, including processes that have ended. */
  readCpuSeconds(path: readonly string[]): number;
}

const CONTROLLERS = ["memory", "pids"] as const;
/** The tree of version 1 that counts processor time. */
const ACCOUNTS = "cpuacct";

/** Returns this process's group in each tree from /proc/self/cgroup: `4:memory:/a/b`, or `0::/a/b` in version 2. */
function readOwnGroups(): Map<string, string> {
  const groups = new Map<string, string>();
  for (const line of readFileSync("/proc/self/cgroup", "utf8").trim().split("\n")) {
    const [, controllers = "", ...path] = line.split(":");
    for (const controller of controllers.split(",")) groups.set(controller, path.join(":"));
  }
  return groups;
}

/**
 * Returns the folder of a group. In a container, the path may be the host's, while the mounted folder is the group
 * itself.
 */
function getGroupFolder(tree: string, own: string): string {
  const folder = join(tree, own);
  return existsSync(folder) ? folder : tree;
}

function findVersionOne(root: string): GroupHierarchy {
  const own = readOwnGroups();
  const [memory, pids] = CONTROLLERS.map((name) => getGroupFolder(join(root, name), own.get(name) ?? "/"));
  if (memory === undefined || pids === undefined) throw new Error("a controller has no folder");
  const hasAccounts = existsSync(join(root, ACCOUNTS));
  const accounts = getGroupFolder(join(root, ACCOUNTS), own.get(ACCOUNTS) ?? "/");
  return {
    bases: [memory, pids, ...(hasAccounts ? [accounts] : [])],
    makeGroup(path, limits) {
      const folders = [join(memory, ...path), join(pids, ...path)] as const;
      for (const folder of folders) mkdirSync(folder, { recursive: true });
      if (limits) {
        writeFileSync(join(folders[0], "memory.limit_in_bytes"), String(limits.memoryBytes));
        writeFileSync(join(folders[1], "pids.max"), String(limits.tasks));
      }
      return [...folders];
    },
    limitMemory(name, bytes) {
      mkdirSync(join(memory, name), { recursive: true });
      // Older kernels count the children of a group only if this file is set before the group has children.
      const counts = join(memory, name, "memory.use_hierarchy");
      if (existsSync(counts) && readFileSync(counts, "utf8").trim() !== "1") writeFileSync(counts, "1");
      writeFileSync(join(memory, name, "memory.limit_in_bytes"), String(bytes));
    },
    readMemory: (path) => Number(readFileSync(join(memory, ...path, "memory.usage_in_bytes"), "utf8")),
    makeAccount(path) {
      if (!hasAccounts) throw new Error("this machine does not count the processor time of groups");
      const folder = join(accounts, ...path);
      mkdirSync(folder, { recursive: true });
      return folder;
    },
    readCpuSeconds: (path) => Number(readFileSync(join(accounts, ...path, "cpuacct.usage"), "utf8")) / 1e9,
  };
}

/**
 * Enables limits for the children of a group. Throws if this user is not allowed to change the group, or if the
 * group itself has processes.
 */
function enableControllers(folder: string): void {
  writeFileSync(join(folder, "cgroup.subtree_control"), CONTROLLERS.map((name) => `+${name}`).join(" "));
}

/** Moves this process to a child of its service's group, because a group with processes cannot limit its children. */
function moveAside(folder: string): void {
  const own = join(folder, `stoa-${process.pid}-server`);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "cgroup.procs"), String(process.pid));
}

function findVersionTwo(root: string): GroupHierarchy {
  const base = getGroupFolder(root, readOwnGroups().get("") ?? "/");
  try {
    enableControllers(base);
  } catch {
    moveAside(base);
    enableControllers(base);
  }
  return {
    bases: [base],
    makeGroup(path, limits) {
      const above = path.map((_, depth) => join(base, ...path.slice(0, depth))).slice(1);
      for (const folder of above) {
        mkdirSync(folder, { recursive: true });
        enableControllers(folder);
      }
      const folder = join(base, ...path);
      mkdirSync(folder, { recursive: true });
      if (!limits) return [folder];
      writeFileSync(join(folder, "memory.max"), String(limits.memoryBytes));
      const swap = join(folder, "memory.swap.max");
      if (existsSync(swap)) writeFileSync(swap, "0");
      writeFileSync(join(folder, "pids.max"), String(limits.tasks));
      return [folder];
    },
    limitMemory(name, bytes) {
      mkdirSync(join(base, name), { recursive: true });
      writeFileSync(join(base, name, "memory.max"), String(bytes));
    },
    readMemory: (path) => Number(readFileSync(join(base, ...path, "memory.current"), "utf8")),
    // Every group counts its processor time, with or without the controller.
    makeAccount: () => undefined,
    readCpuSeconds(path) {
      const stat = readFileSync(join(base, ...path, "cpu.stat"), "utf8");
      return Number(/^usage_usec (\d+)$/m.exec(stat)?.[1]) / 1e6;
    },
  };
}

/**
 * Returns the hierarchy in which groups can be created, or undefined if the machine has no groups with both
 * controllers. Throws if this user is not allowed to change the groups.
 */
export function findGroupHierarchy(root: string): GroupHierarchy | undefined {
  const unified = join(root, "cgroup.controllers");
  if (existsSync(unified)) {
    const offered = readFileSync(unified, "utf8").trim().split(/\s+/);
    return CONTROLLERS.every((name) => offered.includes(name)) ? findVersionTwo(root) : undefined;
  }
  return CONTROLLERS.every((name) => existsSync(join(root, name))) ? findVersionOne(root) : undefined;
}
