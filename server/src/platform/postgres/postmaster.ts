import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { PostgresBinaries } from "./binaries.ts";
import type { ClusterLocation } from "./cluster-location.ts";
import {
  findRunningPostmaster,
  readPostmasterFile,
  removeMisleadingPostmasterFile,
} from "./postmaster-file.ts";
import { isAlive } from "./process-identity.ts";

/** A running server. */
export interface Postmaster {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly port: number;
  /** Resolves when the server has exited, for whatever reason. */
  readonly ended: Promise<void>;
}

/** Why a server did not start; `log` is its output. */
export interface FailedStart {
  readonly failed: "port_in_use" | "still_in_use" | "other";
  readonly log: string;
}

/**
 * The size above which the log of earlier starts is rotated. One old log is kept, so both take at most about twice
 * as much.
 */
const LOG_BYTES = 10_000_000;
/** How often postmaster.pid is checked: a start takes about 100 ms. */
const POLL_MS = 20;
/**
 * How long clients may take to leave. Clients that have just disconnected need some milliseconds; if they are cut
 * off, they log a lost connection.
 */
const SMART_STOP_MS = 1_000;
/** How long a fast shutdown may take. It writes one checkpoint; a minute is ample on a slow disk. */
const FAST_STOP_MS = 60_000;
/** How long an immediate shutdown may take. It writes nothing. */
const IMMEDIATE_STOP_MS = 10_000;

/**
 * Starts the server in a separate process group, so that Ctrl-C in a terminal does not end the database while the
 * product's server still drains. Its log is a file instead of a pipe, because it must survive the death of this
 * process. Waits as long as the server lives, because crash recovery can take any amount of time; `onWait` is called
 * every ten seconds.
 */
export async function startPostmaster(
  binaries: PostgresBinaries,
  location: ClusterLocation,
  port: number,
  settings: Readonly<Record<string, string>>,
  onWait: () => void,
): Promise<Postmaster | FailedStart> {
  removeMisleadingPostmasterFile(location.data);
  const log = openLog(location.log);
  const logStart = fstatSync(log).size;
  const child = spawn(binaries.postgres, getServerArguments(location, port, settings), {
    ...location.user,
    cwd: "/",
    env: { PATH: process.env.PATH },
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let running = true;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false;
      resolve();
    };
    child.once("exit", end).once("error", end);
  });

  let nextNotice = Date.now() + 10_000;
  while (running) {
    const file = readPostmasterFile(location.data);
    if (child.pid !== undefined && file?.pid === child.pid && file.ready) {
      child.unref();
      return { process: child, pid: child.pid, port, ended };
    }
    if (Date.now() > nextNotice) {
      nextNotice += 10_000;
      onWait();
    }
    await delay(POLL_MS);
  }
  return explain(readFileSync(location.log).subarray(logStart).toString("utf8"));
}

/**
 * Stops a server. Waits a moment for clients to leave (smart), then disconnects them and rolls back their open
 * transactions (fast). If that hangs, ends the server immediately, which requires recovery at the next start. Returns
 * whether it ended.
 */
export async function stopPostmaster(pid: number, ended: () => boolean): Promise<boolean> {
  for (const [signal, milliseconds] of [
    ["SIGTERM", SMART_STOP_MS],
    ["SIGINT", FAST_STOP_MS],
    ["SIGQUIT", IMMEDIATE_STOP_MS],
  ] as const) {
    if (ended()) return true;
    try {
      process.kill(pid, signal);
    } catch {
      return true;
    }
    const deadline = Date.now() + milliseconds;
    while (Date.now() < deadline) {
      if (ended()) return true;
      await delay(POLL_MS);
    }
  }
  return false;
}

/** Stops a server that outlived the process that started it. Returns false if it cannot be stopped. */
export async function stopLeftover(location: ClusterLocation): Promise<boolean> {
  const leftover = findRunningPostmaster(location.data);
  if (leftover === null) return true;
  return stopPostmaster(
    leftover.pid,
    () => !isAlive(leftover.pid) || findRunningPostmaster(location.data) === null,
  );
}

function getServerArguments(
  location: ClusterLocation,
  port: number,
  settings: Readonly<Record<string, string>>,
): string[] {
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: location.socketFolder ?? "",
    unix_socket_permissions: "0700",
    timezone: "UTC",
    log_timezone: "UTC",
    ...settings,
  };
  return ["-D", location.data, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, "a", 0o640);
}

function explain(log: string): FailedStart {
  if (/could not create any TCP\/IP sockets|Address already in use/.test(log))
    return { failed: "port_in_use", log };
  // Backends of a killed server take a moment to notice, and keep its shared memory until then.
  if (/pre-existing shared memory block|lock file .* already exists/.test(log))
    return { failed: "still_in_use", log };
  return { failed: "other", log };
}
