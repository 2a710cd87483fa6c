import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { identifyProcess, isSameProcessAlive, type ProcessIdentity } from "./process-identity.ts";

const Owner = z.object({ pid: z.int().positive(), startedAt: z.string() });

/**
 * Takes the home folder for this process and returns how to give it back. Node has no flock, so this is a file
 * with the owner's identity; a file whose owner is dead is taken over. PostgreSQL's own postmaster.pid stands
 * behind it as the last guard of the data.
 * Throws `home_in_use` while another process holds it.
 */
export function lockHome(file: string, home: string): () => void {
  const self = identifyProcess(process.pid);
  if (self === null) throw new EmbeddedPostgresError("start_failed", "The own process cannot be identified.");
  const claim = `${file}.${process.pid}`;
  writeFileSync(claim, JSON.stringify(self), { mode: 0o644 });
  try {
    // Two tries: the second after a dead owner's file was put away.
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

/** The live process that holds a lock file, or null. */
export function homeOwner(file: string): ProcessIdentity | null {
  const owner = readOwner(file);
  return owner !== null && isSameProcessAlive(owner) ? owner : null;
}

function readOwner(file: string): ProcessIdentity | null {
  try {
    return Owner.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function refuseWhenOwned(owner: ProcessIdentity | null, home: string): void {
  if (owner === null || !isSameProcessAlive(owner)) return;
  throw new EmbeddedPostgresError(
    "home_in_use",
    `Stoa already runs on ${home} (process ${owner.pid}): stop that one first, or set STOA_HOME to another folder.`,
  );
}

/** Renames first and looks afterwards, so that of two contenders only one removes the dead file. */
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

function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
