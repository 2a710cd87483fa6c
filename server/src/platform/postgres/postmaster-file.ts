import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { commandLine, isAlive } from "./process-identity.ts";

/** What a running server writes into postmaster.pid of its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads postmaster.pid (PostgreSQL: miscadmin.h, LOCK_FILE_LINE_*), or null when there is none. */
export function readPostmasterFile(data: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return null;
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  } catch {
    return null;
  }
}

/** The file of a server that runs on this very data folder now, or null. */
export function runningPostmaster(data: string): PostmasterFile | null {
  const file = readPostmasterFile(data);
  if (file === null || !isAlive(file.pid)) return null;
  return runsOn(file.pid, data) ? file : null;
}

/**
 * Whether a process is a PostgreSQL on this data folder. A server works in its data folder, which is compared by
 * device and number, so that it is recognized by whichever path it was started, and a copied postmaster.pid names nobody.
 */
function runsOn(pid: number, data: string): boolean {
  const command = commandLine(pid);
  if (command === null || !/^\S*postgres(\s|$)/.test(command)) return false;
  const folder = workingFolder(pid);
  if (folder === null) return command.includes(`-D ${data} `);
  const { dev, ino } = statSync(data, { bigint: true });
  return folder.dev === dev && folder.ino === ino;
}

/** Null when the system does not say, as on macOS or for another user's process. */
function workingFolder(pid: number): { readonly dev: bigint; readonly ino: bigint } | null {
  try {
    return statSync(`/proc/${pid}/cwd`, { bigint: true });
  } catch {
    return null;
  }
}

/**
 * Removes a postmaster.pid whose number now belongs to a process that is no PostgreSQL on this folder (after a
 * reboot numbers come again), because the server itself would refuse to start. A file of a dead process stays:
 * PostgreSQL handles that one, and its shared memory check guards the data in either case.
 */
export function removeMisleadingPostmasterFile(data: string): void {
  const file = readPostmasterFile(data);
  if (file === null || !isAlive(file.pid) || runningPostmaster(data) !== null) return;
  rmSync(join(data, "postmaster.pid"), { force: true });
}
