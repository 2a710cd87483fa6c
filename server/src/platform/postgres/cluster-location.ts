import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { canEnter, type DatabaseUser, findDatabaseUser, refuseForeign } from "./database-user.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The folder for the clusters of root's homes that the database's user cannot enter. */
const SYSTEM_FOLDER = "/var/lib/stoa";

/** The longest path that fits the kernel's socket address: 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = process.platform === "darwin" ? 103 : 107;

/**
 * Where the cluster of a home is stored: `home` is the folder `data` next to the home's record, `system` is a folder
 * below /var/lib/stoa whose name is derived from the home's path. Neither contains a path, so a copied home never
 * finds the database of the original.
 */
export type ClusterPlace = "home" | "system";

/** The files and the user of one cluster. */
export interface ClusterLocation {
  readonly base: string;
  readonly data: string;
  /** Null if the path would be too long for a Unix socket; the server then listens on TCP alone. */
  readonly socketFolder: string | null;
  readonly log: string;
  readonly user: DatabaseUser;
}

/**
 * Creates the home folder and <home>/postgres if they are missing, and returns the latter with links resolved. Throws
 * `foreign_data` if they belong to another user.
 */
export function prepareHome(home: string): string {
  // Others get execute permission, so that the database's user can reach its own folder but cannot list this folder.
  if (mkdirSync(home, { recursive: true }) !== undefined) chmodSync(home, 0o711);
  const homeBase = join(realpathSync(resolve(home)), "postgres");
  if (mkdirSync(homeBase, { recursive: true }) !== undefined) chmodSync(homeBase, 0o711);
  const self = process.getuid?.();
  const owner = statSync(homeBase).uid;
  if (self !== undefined && self !== 0 && self !== owner) refuseForeign(homeBase, owner);
  return homeBase;
}

/** Returns <home>/postgres with links resolved, without creating anything. */
export function findHomeBase(home: string): string {
  const path = resolve(home);
  return join(existsSync(path) ? realpathSync(path) : path, "postgres");
}

/**
 * Returns the base folder of a home's data, or null if there is none. The folder next to the record has priority,
 * because data in the home belongs to it.
 */
export function findCluster(homeBase: string): string | null {
  const candidates = [homeBase, getSystemFolder(homeBase)];
  return candidates.find((base) => existsSync(getDataFolder(base))) ?? null;
}

/**
 * Decides where the cluster is stored and which user runs it. Existing data is kept: an empty cluster never replaces a
 * full cluster that is missing or unreachable. `startedIn` is where a server of this home has run before. Throws
 * `data_missing`, `no_reachable_folder` or `foreign_data`.
 */
export function locateCluster(homeBase: string, startedIn: ClusterPlace | null): ClusterLocation {
  const holder = findCluster(homeBase);
  if (holder !== null) return findEnteredCluster(holder) ?? refuse(holder, ", which holds the database");
  if (startedIn !== null) refuseMissing(homeBase, startedIn);
  for (const base of process.getuid?.() === 0 ? [homeBase, getSystemFolder(homeBase)] : [homeBase]) {
    const location = findEnteredCluster(base);
    if (location !== null) return location;
  }
  return refuse(homeBase, "");
}

/** Returns the kind of location of a base folder that belongs to this home. */
export function getClusterPlace(base: string, homeBase: string): ClusterPlace {
  return base === homeBase ? "home" : "system";
}

/** Returns whether an absolute base folder, which earlier versions recorded, is below /var/lib/stoa. */
export function isSystemFolder(base: string): boolean {
  return dirname(base) === SYSTEM_FOLDER && /\/[0-9a-f]{16}$/.test(base);
}

/**
 * Returns the folder below /var/lib/stoa for the home at this path. A copy of the home at another path has another
 * folder.
 */
export function getSystemFolder(homeBase: string): string {
  return join(SYSTEM_FOLDER, createHash("sha256").update(homeBase).digest("hex").slice(0, 16));
}

/** Returns the location at `base`, or null if its user cannot enter it. */
function findEnteredCluster(base: string): ClusterLocation | null {
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

/** Returns the paths below a base folder. Reads only the owner of the data folder from the disk. */
export function describeLocation(base: string): ClusterLocation {
  const socketFolder = join(base, "socket");
  const socketPath = join(socketFolder, ".s.PGSQL.65535");
  return {
    base,
    data: getDataFolder(base),
    socketFolder: Buffer.byteLength(socketPath) <= LONGEST_SOCKET_PATH ? socketFolder : null,
    log: join(base, "postgres.log"),
    user: findDatabaseUser(getDataFolder(base)),
  };
}

function getDataFolder(base: string): string {
  return join(base, "data");
}

function refuseMissing(homeBase: string, place: ClusterPlace): never {
  const expected = getDataFolder(place === "home" ? homeBase : getSystemFolder(homeBase));
  const reason =
    place === "home"
      ? "Put it back"
      : `The database of this home was stored under ${SYSTEM_FOLDER} and was not moved or copied with the home. ` +
        `Copy its folder to ${expected}`;
  throw new EmbeddedPostgresError(
    "data_missing",
    `The database of ${dirname(homeBase)} is missing: ${expected} does not exist. ${reason}, ` +
      "restore a backup into a new home with stoa admin restore, " +
      `or delete ${join(homeBase, "cluster.json")} to start with an empty database.`,
  );
}

/** Throws `no_reachable_folder`. @param role the folder's role, which continues the sentence; may be empty */
function refuse(base: string, role: string): never {
  throw new EmbeddedPostgresError(
    "no_reachable_folder",
    `The database user cannot access ${base}${role}. ` +
      "Make the parent folders accessible (chmod o+x), set STOA_HOME to another folder, or start Stoa as a regular user.",
  );
}
