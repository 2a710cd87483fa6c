import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PostgresBinaries } from "./binaries.ts";
import type { ClusterLocation } from "./cluster-location.ts";
import { type DatabaseUser, getClusterCreator } from "./database-user.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The only major version whose data folders these binaries can read. */
const MAJOR_VERSION = "18";

/** The name of the cluster's superuser and of Stoa's database. */
export const DATABASE_NAME = "stoa";

/** Throws `other_major_version` if another version of PostgreSQL wrote the data. */
export function checkMajorVersion(location: ClusterLocation): void {
  const found = readFileSync(join(location.data, "PG_VERSION"), "utf8").trim();
  if (found === MAJOR_VERSION) return;
  throw new EmbeddedPostgresError(
    "other_major_version",
    `The database in ${location.data} uses PostgreSQL ${found}, but this version of Stoa bundles ${MAJOR_VERSION}. Migrate it with pg_dump or set DATABASE_URL.`,
  );
}

/**
 * Creates the cluster next to its final location and then renames it, so that an interrupted start leaves nothing
 * incomplete behind. Every connection requires a SCRAM password. The collation is PostgreSQL's built-in C.UTF-8: the
 * operating system's collation, and with it the order of indexes, would change with its version.
 */
export async function createCluster(
  binaries: PostgresBinaries,
  location: ClusterLocation,
  password: string,
): Promise<void> {
  const creator = getClusterCreator();
  const unfinished = `${location.data}.new`;
  const passwordFile = `${location.data}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    give(unfinished, creator);
    give(passwordFile, creator);
    await promisify(execFile)(
      binaries.initdb,
      [
        ...["-D", unfinished, "-U", DATABASE_NAME, "-A", "scram-sha-256", `--pwfile=${passwordFile}`],
        ...["-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
        "--no-instructions",
      ],
      { ...creator, cwd: "/", env: { PATH: process.env.PATH } },
    );
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "start_failed",
      `Failed to create the database in ${location.base}: ${getReason(cause)}`,
      cause,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  if (location.user.uid !== creator.uid) giveTree(unfinished, location.user);
  renameSync(unfinished, location.data);
}

/** Returns whether the cluster has been created. */
export function hasCluster(location: ClusterLocation): boolean {
  return existsSync(location.data);
}

/** Returns the first line in which initdb reports an error; the rest is in the cause. */
function getReason(cause: unknown): string {
  const printed = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : String(cause);
  const lines = printed.split("\n").filter((line) => line.trim() !== "");
  return lines.find((line) => /error|fatal|could not/i.test(line)) ?? lines[0] ?? "initdb gave no reason";
}

/** Changes the owner of a path to the cluster's user, if this process runs as root and the owner is another user. */
export function give(path: string, user: DatabaseUser): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

function giveTree(folder: string, user: DatabaseUser): void {
  if (user.uid === undefined || user.gid === undefined) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
  chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
}
