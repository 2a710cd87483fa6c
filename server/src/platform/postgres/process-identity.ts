import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Tells a process from a later one that was given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** Returns whether a process with this number exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The identity of a running process, or null when there is none. Zombies count as gone. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  if (!isAlive(pid)) return null;
  const startedAt = process.platform === "linux" ? linuxStartTime(pid) : ps(pid, "lstart");
  return startedAt === null ? null : { pid, startedAt };
}

/** Whether exactly this process, and not another under its number, still runs. */
export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** The command line of a process with its arguments, or null when there is none or it may not be read. */
export function commandLine(pid: number): string | null {
  if (process.platform !== "linux") return ps(pid, "command");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return null;
  }
}

/** Reads /proc, because slim container images have no ps. */
function linuxStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces: count the fields behind it. State is field 3, start time 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const state = fields[0];
    const ticks = fields[19];
    return state === "Z" || ticks === undefined ? null : ticks;
  } catch {
    return null;
  }
}

function ps(pid: number, column: "lstart" | "command"): string | null {
  try {
    const text = execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
    return text === "" ? null : text;
  } catch {
    return null;
  }
}
