import { readdirSync, readFileSync } from "node:fs";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
    return { pid, parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

function listProcesses(): Process[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => readProcess(pid) ?? []);
}

/** Returns the processes below `root` whose command is one of these, without zombies. */
export function listDescendants(root: number, command: RegExp): number[] {
  const all = listProcesses();
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter((each) => family.has(each.pid) && command.test(each.command)).map(({ pid }) => pid);
}

/** Returns the sandbox processes below `root`: bubblewrap, warm parents, monitors and agents. */
export const listSandboxProcesses = (root: number = process.pid): number[] =>
  listDescendants(root, /stoa_sandbox\/(?:cold|warm)\.py/);

/**
 * Returns the number of idle processes: two bubblewrap processes, the parent, and a monitor and an agent process for
 * each spare.
 */
export const listIdleProcesses = (spares: number): number => 3 + 2 * spares;

export function isRunning(pid: number): boolean {
  return readProcess(pid) !== undefined;
}

/** Resolves once `condition` is true; rejects after `ms`. */
export async function waitUntil(condition: () => boolean, ms = 5000): Promise<void> {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not true within ${ms} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
