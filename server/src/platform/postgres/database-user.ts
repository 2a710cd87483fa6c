import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The user that runs the database server: the ids to switch to, or an empty object for the current user. */
export interface DatabaseUser {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * PostgreSQL refuses to run as root. This id is in the range that neither distributions nor systemd nor dynamic users
 * assign (60706 to 61183), and below 65536, so that it exists inside rootless containers. It is a separate id instead
 * of `nobody`, because other processes that run as nobody must not reach the data.
 */
export const DATABASE_UID = 60971;

/**
 * Returns the user for a data folder: its owner if the folder exists, our separate id if we are root, or else the
 * current user.
 */
export function findDatabaseUser(dataDirectory: string): DatabaseUser {
  const self = process.getuid?.();
  const owner = statSync(dataDirectory, { throwIfNoEntry: false });
  if (self !== 0) {
    if (owner !== undefined && self !== undefined && owner.uid !== self) {
      refuseForeign(dataDirectory, owner.uid);
    }
    return {};
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: DATABASE_UID, gid: DATABASE_UID };
}

/** Throws `foreign_data`, because a database of another user is neither opened nor replaced. */
export function refuseForeign(folder: string, owner: number): never {
  throw new EmbeddedPostgresError(
    "foreign_data",
    `The database in ${folder} belongs to another user (uid ${owner}). Start Stoa as that user or as root, or set STOA_HOME to another folder.`,
  );
}

/**
 * Returns the user that creates the cluster. Unlike the server, initdb requires a user with a name, so under root it
 * briefly runs as `nobody`, and the caller then gives the files to `findDatabaseUser`. Throws `no_database_user`.
 */
export function getClusterCreator(): DatabaseUser {
  if (process.getuid?.() !== 0) {
    refuseNameless();
    return {};
  }
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }).trim());
    return { uid: id("-u"), gid: id("-g") };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "no_database_user",
      "PostgreSQL cannot be set up as root because the user 'nobody' does not exist. Start Stoa as a regular user or set DATABASE_URL.",
      cause,
    );
  }
}

/** Throws for an id without a name, which a container may use and for which initdb would fail. */
function refuseNameless(): void {
  try {
    userInfo();
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "no_database_user",
      `PostgreSQL cannot be set up by a user without a name (uid ${process.getuid?.()}). Add the user to /etc/passwd or set DATABASE_URL.`,
      cause,
    );
  }
}

/**
 * Returns whether this user can enter a folder. The system itself is queried, so that access lists and mounts count
 * too.
 */
export function canEnter(user: DatabaseUser, directory: string): boolean {
  return (
    spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", directory], { ...user, stdio: "ignore" }).status === 0
  );
}
