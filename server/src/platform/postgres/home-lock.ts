import { chownSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { identifyProcess, isSameProcessAlive, type ProcessIdentity } from "./process-identity.ts";

const Owner = z.object({
  pid: z.int().positive(),
  startedAt: z.string(),
  /** The folder that is locked. A copy of the folder includes the file but is not locked by it. */
  folder: z.string().optional(),
});

/** Returns the lock file of <home>/postgres, which guards the creation of a cluster. */
export const getHomeLockFile = (homeBase: string): string => join(homeBase, "owner.json");

/** Returns the lock file of a data folder, which applies to every home that leads to it. */
export const getDataLockFile = (data: string): string => join(data, "stoa-owner.json");

/**
 * Locks the folder of `file` for this process and returns a function that unlocks it. Node has no flock, so the lock
 * is a file with the owner's identity. A file whose owner is dead, or that was copied from another folder, is taken
 * over. PostgreSQL's own postmaster.pid protects the data as a last resort. Throws `home_in_use` while another
 * process has the lock.
 */
export function lockFolder(file: string, home: string): () => void {
  const self = identifyProcess(process.pid);
  if (self === null)
    throw new EmbeddedPostgresError("start_failed", "Failed to identify the current process.");
  const claim = `${file}.${process.pid}`;
  writeFileSync(claim, JSON.stringify({ ...self, folder: identifyFolder(dirname(file)) }), { mode: 0o644 });
  try {
    giveToOwnerOfFolder(claim);
    // Two attempts: the second attempt follows after a dead owner's file was removed.
    if (!linkIfAbsent(claim, file)) {
      refuseWhenOwned(readOwner(file), home);
      putAwayDeadLock(file, home);
      if (!linkIfAbsent(claim, file)) refuseWhenOwned(readOwner(file), home);
    }
  } finally {
    rmSync(claim, { force: true });
  }
  return () => {
    if (readOwner(file)?.startedAt === self.startedAt) rmSync(file, { force: true });
  };
}

/** Returns the live process that owns a lock file, or null. */
export function readHomeOwner(file: string): ProcessIdentity | null {
  const owner = readOwner(file);
  return owner !== null && isSameProcessAlive(owner) ? owner : null;
}

function readOwner(file: string): ProcessIdentity | null {
  try {
    const owner = Owner.parse(JSON.parse(readFileSync(file, "utf8")));
    const isCopied = owner.folder !== undefined && owner.folder !== identifyFolder(dirname(file));
    return isCopied ? null : owner;
  } catch {
    return null;
  }
}

function refuseWhenOwned(owner: ProcessIdentity | null, home: string): void {
  if (owner === null || !isSameProcessAlive(owner)) return;
  throw new EmbeddedPostgresError(
    "home_in_use",
    `Stoa is already running on ${home} (process ${owner.pid}). Stop it first or set STOA_HOME to another folder.`,
  );
}

/** Renames first and checks afterward, so that only one of two competing processes removes the dead file. */
function putAwayDeadLock(file: string, home: string): void {
  const away = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, away);
  } catch {
    return;
  }
  const owner = readOwner(away);
  try {
    if (owner !== null && isSameProcessAlive(owner)) linkIfAbsent(away, file);
    refuseWhenOwned(owner, home);
  } finally {
    rmSync(away, { force: true });
  }
}

/** Returns the device and inode of a folder: identical for every path to it, and different for every copy. */
function identifyFolder(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/**
 * Transfers a file that root wrote to the owner of its folder, so that they can replace the file after root has used
 * the home.
 */
function giveToOwnerOfFolder(file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(file));
  chownSync(file, uid, gid);
}

function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
