import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Distinguishes a process from a later process with the same id. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** Returns whether a process with this id exists, whatever its user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns the identity of a running process, or null if there is none. Zombies do not count as running. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  if (!isAlive(pid)) return null;
  const startedAt = process.platform === "linux" ? linuxStartTime(pid) : runPs(pid, "lstart");
  return startedAt === null ? null : { pid, startedAt };
}

/** Returns whether exactly this process, and not another process with the same id, is still running. */
export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/**
 * Returns the command line of a process with its arguments, or null if the process does not exist or is not readable.
 */
export function readCommandLine(pid: number): string | null {
  if (process.platform !== "linux") return runPs(pid, "command");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return null;
  }
}

/** Returns when a process started. Reads /proc, because slim container images do not include ps. */
function linuxStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces, so fields are counted after it. State is field 3, start time is
    // field 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const state = fields[0];
    const ticks = fields[19];
    return state === "Z" || ticks === undefined ? null : ticks;
  } catch {
    return null;
  }
}

function runPs(pid: number, column: "lstart" | "command"): string | null {
  try {
    const text = execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
    return text === "" ? null : text;
  } catch {
    return null;
  }
}
