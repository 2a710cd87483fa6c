import type { PostgresLog } from "./postgres-log.ts";
import { type Postmaster, stopPostmaster } from "./postmaster.ts";

/** A server that dies this often within the window has a reason that another start will not cure. */
const RESTARTS_ALLOWED = 5;
const RESTART_WINDOW_MS = 60_000;

/** A server that is started again when it dies. */
export interface Supervised {
  stop(): Promise<void>;
}

/**
 * Starts a server again that ended without being asked to, on the address it had, so that connection pools find
 * it again. After five deaths in a minute it gives up and calls `onGiveUp`.
 */
export function supervise(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  log: PostgresLog,
  onGiveUp: (() => void) | undefined,
): Supervised {
  let current: Postmaster | null = first;
  let stopping = false;
  const deaths: number[] = [];

  // When this process ends without stop() the database still gets its fast shutdown, which needs nobody waiting.
  const onExit = () => {
    try {
      if (current !== null) process.kill(current.pid, "SIGINT");
    } catch {
      // It has just died by itself.
    }
  };
  process.once("exit", onExit);

  const watching = (async () => {
    while (current !== null) {
      await current.ended;
      current = null;
      if (stopping) return;
      const now = Date.now();
      deaths.push(now);
      if (deaths.filter((time) => time > now - RESTART_WINDOW_MS).length > RESTARTS_ALLOWED) break;
      log.warn("The database server ended unexpectedly; starting it again.");
      current = await restart().catch(() => null);
      if (stopping && current !== null) await stopNow(current);
    }
    if (stopping) return;
    log.warn("The database server keeps dying and is not started again.");
    onGiveUp?.();
  })();

  return {
    async stop() {
      stopping = true;
      process.off("exit", onExit);
      if (current !== null && !(await stopNow(current))) log.warn("The database server does not stop.");
      // A restart under way is waited for, and what it started is stopped: nothing may outlive the home's lock.
      else await watching;
    },
  };
}

async function stopNow(server: Postmaster): Promise<boolean> {
  let ended = false;
  void server.ended.then(() => {
    ended = true;
  });
  server.process.ref();
  return stopPostmaster(server.pid, () => ended);
}
