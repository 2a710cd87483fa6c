import { setTimeout as delay } from "node:timers/promises";
import type { PostgresLog } from "./postgres-log.ts";
import { type Postmaster, stopPostmaster } from "./postmaster.ts";

/** The first delay after a failed restart: long enough for a port or shared memory to become free. */
const FIRST_WAIT_MS = 1_000;
/**
 * The longest delay: requests are refused until then, so the service must recover soon after a full disk has space
 * again.
 */
const LONGEST_WAIT_MS = 30_000;
/** The time after which a restarted server counts as recovered, so that its next exit is a new incident. */
const RECOVERED_MS = 60_000;

/** A server that is restarted when it exits. */
export interface Supervised {
  stop(): Promise<void>;
}

/**
 * Restarts a server that exited unexpectedly, on the same address, so that connection pools find it again. The first
 * restart is immediate. While restarts fail, or the server exits soon after them, the delays double up to half a
 * minute. It never gives up, because a cause such as a full disk can be fixed without a restart of Stoa; requests get
 * 503 until then.
 */
export function supervise(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  log: PostgresLog,
): Supervised {
  let current: Postmaster | null = first;
  const stopping = new AbortController();

  // If this process exits without stop(), the database still gets a fast shutdown, which needs no waiting.
  const onExit = () => {
    try {
      if (current !== null) process.kill(current.pid, "SIGINT");
    } catch {
      // The server has just exited by itself.
    }
  };
  process.once("exit", onExit);

  const watching = (async () => {
    let failures = 0;
    while (current !== null) {
      const startedAt = performance.now();
      await current.ended;
      current = null;
      if (stopping.signal.aborted) return;
      failures = performance.now() - startedAt > RECOVERED_MS ? 0 : failures;
      log.warn("The database server stopped unexpectedly.");
      while (current === null) {
        await wait(failures, log, stopping.signal);
        if (stopping.signal.aborted) return;
        failures += 1;
        current = await restart().catch((error: unknown) => {
          log.warn(error instanceof Error ? error.message : String(error));
          return null;
        });
      }
      if (stopping.signal.aborted) await stopNow(current);
      else log.info("The database server is running again.");
    }
  })();

  return {
    async stop() {
      stopping.abort();
      process.off("exit", onExit);
      if (current !== null && !(await stopNow(current)))
        log.warn("The database server did not stop in time. Stop its process before you start Stoa again.");
      // Waits for a restart in progress and stops the new server: nothing may outlive the lock on the home.
      else await watching;
    },
  };
}

async function wait(failures: number, log: PostgresLog, signal: AbortSignal): Promise<void> {
  if (failures === 0) return;
  const milliseconds = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  log.info(`Restarting the database server in ${milliseconds / 1000} s.`);
  // Only an abort rejects, and it is meant to end the wait.
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}

async function stopNow(server: Postmaster): Promise<boolean> {
  let ended = false;
  void server.ended.then(() => {
    ended = true;
  });
  server.process.ref();
  return stopPostmaster(server.pid, () => ended);
}
