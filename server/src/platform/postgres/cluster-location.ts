import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { canEnter, type DatabaseUser, databaseUser, refuseForeign } from "./database-user.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** Where root keeps clusters whose home folder the database's user cannot enter. */
const SYSTEM_FOLDER = "/var/lib/stoa";

/** The longest path that fits the kernel's socket address: 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = process.platform === "darwin" ? 103 : 107;

/** The places of one cluster. */
export interface ClusterLocation {
  readonly base: string;
  readonly data: string;
  /** Null when the path would be too long for a Unix socket; the server then listens on TCP alone. */
  readonly socketFolder: string | null;
  readonly log: string;
  readonly user: DatabaseUser;
}

/**
 * Makes sure that the home folder and <home>/postgres exist; returns the latter with links resolved.
 * Throws `foreign_data` when they are another user's.
 */
export function prepareHome(home: string): string {
  // Execute for others, so that the database's user can pass through to its own folder but list nothing.
  if (mkdirSync(home, { recursive: true }) !== undefined) chmodSync(home, 0o711);
  const homeBase = join(realpathSync(resolve(home)), "postgres");
  if (mkdirSync(homeBase, { recursive: true }) !== undefined) chmodSync(homeBase, 0o711);
  const self = process.getuid?.();
  const owner = statSync(homeBase).uid;
  if (self !== undefined && self !== 0 && self !== owner) refuseForeign(homeBase, owner);
  return homeBase;
}

/**
 * Decides where the cluster lies and who runs it. A place once recorded, or already holding data, is kept: an
 * empty cluster never takes the place of a full one that cannot be reached.
 * Throws `no_reachable_folder` or `foreign_data`.
 */
export function locateCluster(homeBase: string, recordedBase: string | null): ClusterLocation {
  const system = join(SYSTEM_FOLDER, createHash("sha256").update(homeBase).digest("hex").slice(0, 16));
  const holder = [recordedBase, homeBase, system].find(
    (base) => base !== null && existsSync(dataFolder(base)),
  );
  if (typeof holder === "string") return entered(holder) ?? refuse(holder, "holds the database but");

  for (const base of process.getuid?.() === 0 ? [homeBase, system] : [homeBase]) {
    const location = entered(base);
    if (location !== null) return location;
  }
  return refuse(homeBase, "");
}

/** The location at `base`, or null when its user cannot enter it. */
function entered(base: string): ClusterLocation | null {
  const location = describeLocation(base);
  try {
    if (mkdirSync(base, { recursive: true }) !== undefined) chmodSync(base, 0o711);
  } catch {
    return null;
  }
  if (!canEnter(location.user, base)) return null;
  if (location.socketFolder !== null) {
    mkdirSync(location.socketFolder, { recursive: true, mode: 0o700 });
    const { uid, gid } = location.user;
    if (uid !== undefined && gid !== undefined) chownSync(location.socketFolder, uid, gid);
  }
  return location;
}

/** The places below a base folder, without touching the disk beyond reading the data folder's owner. */
export function describeLocation(base: string): ClusterLocation {
  const socketFolder = join(base, "socket");
  const socketPath = join(socketFolder, ".s.PGSQL.65535");
  return {
    base,
    data: dataFolder(base),
    socketFolder: Buffer.byteLength(socketPath) <= LONGEST_SOCKET_PATH ? socketFolder : null,
    log: join(base, "postgres.log"),
    user: databaseUser(dataFolder(base)),
  };
}

function dataFolder(base: string): string {
  return join(base, "data");
}

function refuse(base: string, what: string): never {
  throw new EmbeddedPostgresError(
    "no_reachable_folder",
    `The database's user cannot enter ${base}${what === "" ? "" : `, which ${what} is closed to it`}: ` +
      "open the folders above it (chmod o+x), set STOA_HOME to another folder, or start Stoa as an ordinary user.",
  );
}
