import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type PostgresBinaries, runnableBinaries } from "./binaries.ts";
import { checkMajorVersion, clusterExists, createCluster, DATABASE_NAME } from "./cluster.ts";
import { type ClusterLocation, describeLocation, locateCluster, prepareHome } from "./cluster-location.ts";
import { newPassword, readClusterRecord, writeClusterRecord } from "./cluster-record.ts";
import { clusterCreator } from "./database-user.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { freePort } from "./free-port.ts";
import { homeOwner, lockHome } from "./home-lock.ts";
import { resetPassword } from "./password-reset.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { type Postmaster, startPostmaster, stopLeftover } from "./postmaster.ts";
import { runningPostmaster } from "./postmaster-file.ts";
import { supervise } from "./supervision.ts";

/** What `startEmbeddedPostgres` needs. */
export interface EmbeddedPostgresOptions {
  /** STOA_HOME. The cluster lies in its folder `postgres`, or elsewhere as `cluster.json` there says. */
  readonly home: string;
  readonly log: PostgresLog;
  /** Server settings beyond the defaults, such as `fsync: "off"` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called once when the server died again and again and is not started any more. */
  readonly onGiveUp?: () => void;
}

/** A running embedded server. */
export interface EmbeddedPostgres {
  /** Connection string of Stoa's database, over the Unix socket where the path of home allows one. */
  readonly url: string;
  /** The same over TCP on 127.0.0.1. */
  readonly tcpUrl: string;
  /** Stops the server (fast shutdown) and gives the home folder back. Call it last; calling it again is safe. */
  stop(): Promise<void>;
}

/** Ports between looking and binding may be taken by others; three tries make that improbable. */
const PORT_TRIES = 3;
/** Backends of a killed server end within about a second. */
const STILL_IN_USE_MS = 15_000;

/**
 * Starts PostgreSQL 18 on the cluster of a home folder, which it creates when there is none. A server left over
 * by a killed Stoa is stopped first. A server that dies is started again on the same address.
 * Throws EmbeddedPostgresError; its message is one line for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const homeBase = prepareHome(options.home);
  const unlock = lockHome(join(homeBase, "owner.json"), resolve(options.home));
  try {
    return await startLocked(homeBase, options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The address of the embedded server that runs on this home now, for a second command beside it, or null. */
export function runningEmbeddedPostgres(home: string): { readonly url: string } | null {
  const record = readClusterRecord(join(resolve(home), "postgres"));
  if (record === null) return null;
  const location = describeLocation(record.base);
  const running = runningPostmaster(location.data);
  return running?.ready === true ? { url: address(location, running.port, record.password).url } : null;
}

/** Removes the cluster of a stopped home folder, wherever it lies. For tests and for `stoa` commands that reset. */
export function removeEmbeddedPostgres(home: string): void {
  const homeBase = join(resolve(home), "postgres");
  const record = readClusterRecord(homeBase);
  if (record !== null) rmSync(record.base, { recursive: true, force: true });
  rmSync(homeBase, { recursive: true, force: true });
}

/**
 * Removes the cluster of a home folder that a killed process left behind, and ends its server. A home in use is
 * left alone.
 */
export async function removeAbandonedEmbeddedPostgres(home: string): Promise<void> {
  const homeBase = join(resolve(home), "postgres");
  const record = readClusterRecord(homeBase);
  if (record === null || homeOwner(join(homeBase, "owner.json")) !== null) return;
  if (await stopLeftover(describeLocation(record.base))) {
    removeEmbeddedPostgres(home);
    rmSync(home, { recursive: true, force: true });
  }
}

async function startLocked(
  homeBase: string,
  { log, settings = {}, onGiveUp }: EmbeddedPostgresOptions,
  unlock: () => void,
): Promise<EmbeddedPostgres> {
  const record = readClusterRecord(homeBase);
  const location = locateCluster(homeBase, record?.base ?? null);
  const binaries = runnableBinaries(
    location.base,
    clusterExists(location) ? [location.user] : [location.user, clusterCreator()],
  );
  if (!(await stopLeftover(location))) {
    throw new EmbeddedPostgresError(
      "start_failed",
      `A database server left over on ${location.data} does not stop.`,
    );
  }
  const password = await preparedCluster(binaries, location, homeBase, record?.password ?? null);

  const launch = (port: number | null) => launchServer(binaries, location, port, settings, log);
  const first = await launch(record?.port ?? null);
  writeClusterRecord(homeBase, { base: location.base, password, port: first.port });
  const supervised = supervise(first, () => launch(first.port), log, onGiveUp);
  const { url, tcpUrl } = address(location, first.port, password);
  try {
    await createDatabase(address(location, first.port, password, "postgres").url);
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= supervised.stop().finally(unlock);
    return stopping;
  };
  return { url, tcpUrl, stop };
}

/** Creates the cluster or checks the one that is there; returns the password that holds. */
async function preparedCluster(
  binaries: PostgresBinaries,
  location: ClusterLocation,
  homeBase: string,
  recorded: string | null,
): Promise<string> {
  const password = recorded ?? newPassword();
  if (!clusterExists(location)) {
    // Recorded before it is created: a password that no file knows would lock the data away.
    writeClusterRecord(homeBase, { base: location.base, password, port: null });
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
    const port = await freePort(portTries === 0 ? preferredPort : null);
    const started = await startPostmaster(binaries, location, port, settings, () =>
      log.info("The database recovers from a crash; this can take a while."),
    );
    if (!("failed" in started)) return started;
    if (started.failed === "port_in_use") portTries += 1;
    if (started.failed === "other" || portTries >= PORT_TRIES || Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        "start_failed",
        `The database in ${location.data} does not start: ${fatalLine(started.log)} (its log is ${location.log})`,
        started.log,
      );
    }
    await delay(100);
  }
}

function fatalLine(log: string): string {
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
