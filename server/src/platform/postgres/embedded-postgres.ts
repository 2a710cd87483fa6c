import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { createServerRole } from "../db/server-role.ts";
import { findRunnableBinaries, type PostgresBinaries } from "./binaries.ts";
import { checkMajorVersion, createCluster, DATABASE_NAME, hasCluster } from "./cluster.ts";
import {
  type ClusterLocation,
  describeLocation,
  findCluster,
  findHomeBase,
  getClusterPlace,
  getSystemFolder,
  locateCluster,
  prepareHome,
} from "./cluster-location.ts";
import { generatePassword, readClusterRecord, writeClusterRecord } from "./cluster-record.ts";
import { getClusterCreator } from "./database-user.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { findFreePort } from "./free-port.ts";
import { getDataLockFile, getHomeLockFile, lockFolder, readHomeOwner } from "./home-lock.ts";
import { resetPassword } from "./password-reset.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { type Postmaster, startPostmaster, stopLeftover } from "./postmaster.ts";
import { findRunningPostmaster } from "./postmaster-file.ts";
import { supervise } from "./supervision.ts";

export interface EmbeddedPostgresOptions {
  /**
   * STOA_HOME. The cluster is in its folder `postgres`, or below /var/lib/stoa if root uses a home that the
   * database's user cannot enter.
   */
  readonly home: string;
  readonly log: PostgresLog;
  /** Server settings beyond the defaults, such as `fsync: "off"` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running embedded server. */
export interface EmbeddedPostgres {
  /** The connection string of Stoa's database as its owner, over the Unix socket if the path of the home allows one. */
  readonly url: string;
  /**
   * The connection string for a role that owns nothing. Its password changes at each start; migrations grant its
   * rights.
   */
  readonly serverUrl: string;
  /** The connection string over TCP on 127.0.0.1. */
  readonly tcpUrl: string;
  /** Stops the server (fast shutdown) and releases the lock on the home folder. Call it last; a second call is safe. */
  stop(): Promise<void>;
}

/** The role of the server in the embedded database. */
const SERVER_ROLE = "stoa_server";
/**
 * The number of ports to try. Another process may take a free port before we bind it; three times in a row is
 * unlikely.
 */
const PORT_TRIES = 3;
/**
 * How long a start is retried while the data is still in use. Backends of a killed server end within about a
 * second.
 */
const STILL_IN_USE_MS = 15_000;

/**
 * Starts PostgreSQL 18 on the cluster of a home folder, and creates the cluster if there is none. First stops a
 * server that a killed Stoa left behind. Restarts a server that dies, on the same address. Throws
 * EmbeddedPostgresError, whose message is one line for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const homeBase = prepareHome(options.home);
  const locks = new Locks(resolve(options.home));
  try {
    locks.take(getHomeLockFile(homeBase));
    return await startLocked(homeBase, options, locks);
  } catch (error) {
    locks.release();
    throw error;
  }
}

/** The locks of a running server: on its home, and on its data folder, which another home may also lead to. */
class Locks {
  readonly #home: string;
  readonly #unlocks: (() => void)[] = [];

  constructor(home: string) {
    this.#home = home;
  }

  take(file: string): void {
    this.#unlocks.push(lockFolder(file, this.#home));
  }

  release(): void {
    for (const unlock of this.#unlocks.splice(0).reverse()) unlock();
  }
}

/** Returns the URL of the embedded server that is running on this home, for a second command, or null. */
export function findRunningPostgres(home: string): { readonly url: string } | null {
  const homeBase = findHomeBase(home);
  const record = readClusterRecord(homeBase);
  const base = findCluster(homeBase);
  if (record === null || base === null) return null;
  const location = describeLocation(base);
  const running = findRunningPostmaster(location.data);
  return running?.ready === true ? { url: address(location, running.port, record.password).url } : null;
}

/**
 * Removes the cluster of a stopped home folder: its folder `postgres`, and the folder below /var/lib/stoa for the home
 * at this path. Never touches the data of another home, regardless of the record.
 */
export function removeEmbeddedPostgres(home: string): void {
  const homeBase = findHomeBase(home);
  if (readClusterRecord(homeBase)?.place === "system")
    rmSync(getSystemFolder(homeBase), { recursive: true, force: true });
  rmSync(homeBase, { recursive: true, force: true });
}

/**
 * Removes a home folder that a killed process left behind, with its cluster, and stops its server. Does nothing if the
 * home is in use.
 */
export async function removeAbandonedEmbeddedPostgres(home: string): Promise<void> {
  const homeBase = findHomeBase(home);
  const base = findCluster(homeBase);
  if (base === null || readHomeOwner(getHomeLockFile(homeBase)) !== null) return;
  const location = describeLocation(base);
  if (readHomeOwner(getDataLockFile(location.data)) !== null) return;
  if (await stopLeftover(location)) {
    removeEmbeddedPostgres(home);
    rmSync(home, { recursive: true, force: true });
  }
}

async function startLocked(
  homeBase: string,
  { log, settings = {} }: EmbeddedPostgresOptions,
  locks: Locks,
): Promise<EmbeddedPostgres> {
  const record = readClusterRecord(homeBase);
  const hasStarted = record !== null && record.port !== null;
  const location = locateCluster(homeBase, hasStarted ? record.place : null);
  const place = getClusterPlace(location.base, homeBase);
  // This check comes before anything is stopped: the server of a live Stoa must not be mistaken for an abandoned
  // server.
  const isNew = !hasCluster(location);
  if (!isNew) locks.take(getDataLockFile(location.data));
  const binaries = findRunnableBinaries(
    location.base,
    isNew ? [location.user, getClusterCreator()] : [location.user],
  );
  if (!(await stopLeftover(location))) {
    throw new EmbeddedPostgresError(
      "start_failed",
      `A leftover database server on ${location.data} does not stop. Stop it by hand, then start again.`,
    );
  }
  const password = await prepareCluster(binaries, location, homeBase, record?.password ?? null);
  if (isNew) locks.take(getDataLockFile(location.data));

  const launch = (port: number | null) => launchServer(binaries, location, port, settings, log);
  const first = await launch(record?.port ?? null);
  writeClusterRecord(homeBase, { place, password, port: first.port });
  const supervised = supervise(first, () => launch(first.port), log);
  const { url, tcpUrl } = address(location, first.port, password);
  const serverPassword = generatePassword();
  const serverUrl = withUser(url, SERVER_ROLE, serverPassword);
  try {
    await createDatabase(address(location, first.port, password, "postgres").url);
    await createServerRole(url, SERVER_ROLE, serverPassword);
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= supervised.stop().finally(() => locks.release());
    return stopping;
  };
  return { url, tcpUrl, serverUrl, stop };
}

/** Creates the cluster, or checks the existing one. Returns the valid password. */
async function prepareCluster(
  binaries: PostgresBinaries,
  location: ClusterLocation,
  homeBase: string,
  recorded: string | null,
): Promise<string> {
  const password = recorded ?? generatePassword();
  if (!hasCluster(location)) {
    // The password is recorded before the cluster is created: without a record, the data would be inaccessible.
    writeClusterRecord(homeBase, { place: getClusterPlace(location.base, homeBase), password, port: null });
    await createCluster(binaries, location, password);
    return password;
  }
  checkMajorVersion(location);
  if (recorded === null) await resetPassword(binaries, location, password);
  return password;
}

async function launchServer(
  binaries: PostgresBinaries,
  location: ClusterLocation,
  preferredPort: number | null,
  settings: Readonly<Record<string, string>>,
  log: PostgresLog,
): Promise<Postmaster> {
  const deadline = Date.now() + STILL_IN_USE_MS;
  let portTries = 0;
  for (;;) {
    const port = await findFreePort(portTries === 0 ? preferredPort : null);
    const started = await startPostmaster(binaries, location, port, settings, () =>
      log.info("The database is recovering from a crash. This can take a while."),
    );
    if (!("failed" in started)) return started;
    if (started.failed === "port_in_use") portTries += 1;
    if (started.failed === "other" || portTries >= PORT_TRIES || Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        "start_failed",
        `The database in ${location.data} does not start: ${findFatalLine(started.log)} (see its log in ${location.log})`,
        started.log,
      );
    }
    await delay(100);
  }
}

function findFatalLine(log: string): string {
  const line = log.split("\n").find((candidate) => /FATAL|PANIC/.test(candidate));
  return line?.replace(/^.*?(FATAL|PANIC):\s*/, "") ?? "it gave no reason";
}

function address(
  location: ClusterLocation,
  port: number,
  password: string,
  database: string = DATABASE_NAME,
): { readonly url: string; readonly tcpUrl: string } {
  const at = (host: string) => `postgres://${DATABASE_NAME}:${password}@${host}:${port}/${database}`;
  const tcpUrl = at("127.0.0.1");
  return {
    tcpUrl,
    url: location.socketFolder === null ? tcpUrl : at(encodeURIComponent(location.socketFolder)),
  };
}

function withUser(url: string, user: string, password: string): string {
  return url.replace(/^postgres:\/\/[^@]*@/, `postgres://${user}:${password}@`);
}

async function createDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}
