import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isAlive, readCommandLine } from "./process-identity.ts";

/** The contents of postmaster.pid, which a running server writes to its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads postmaster.pid (PostgreSQL: miscadmin.h, LOCK_FILE_LINE_*). Returns null if there is none. */
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

/** Returns the file of a server that is running on this data folder, or null. */
export function findRunningPostmaster(data: string): PostmasterFile | null {
  const file = readPostmasterFile(data);
  if (file === null || !isAlive(file.pid)) return null;
  return isRunningOn(file.pid, data) ? file : null;
}

/**
 * Returns whether a process is a PostgreSQL server on this data folder. A server's working directory is its data
 * folder. It is compared by device and inode, so that a server is recognized whichever path it was started with, and
 * a copied postmaster.pid matches no process.
 */
function isRunningOn(pid: number, data: string): boolean {
  const command = readCommandLine(pid);
  if (command === null || !/^\S*postgres(\s|$)/.test(command)) return false;
  const folder = readWorkingFolder(pid);
  if (folder === null) return command.includes(`-D ${data} `);
  const { dev, ino } = statSync(data, { bigint: true });
  return folder.dev === dev && folder.ino === ino;
}

/**
 * Returns the working folder of a process, or null if the system does not provide it, as on macOS or for another user's
 * process.
 */
function readWorkingFolder(pid: number): { readonly dev: bigint; readonly ino: bigint } | null {
  try {
    return statSync(`/proc/${pid}/cwd`, { bigint: true });
  } catch {
    return null;
  }
}

/**
 * Removes a postmaster.pid whose process id now belongs to an unrelated process (ids are reused after a reboot),
 * because the server would refuse to start. The file of a dead process is kept: PostgreSQL handles it, and its shared
 * memory check protects the data in either case.
 */
export function removeMisleadingPostmasterFile(data: string): void {
  const file = readPostmasterFile(data);
  if (file === null || !isAlive(file.pid) || findRunningPostmaster(data) !== null) return;
  rmSync(join(data, "postmaster.pid"), { force: true });
}
