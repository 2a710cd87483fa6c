import { setMaxListeners } from "node:events";
import { TRAFFIC_SPENT } from "../../../platform/outbound/traffic.ts";
import type { ConnectingRun, HostConnection } from "./connecting-run.ts";
import { ConnectionRefusal } from "./connection-refusal.ts";

/** The number of connections that a run can have open at once. The sandbox's monitor has the same limit. */
const MAX_OPEN = 64;
/**
 * The number of connections that a run can open. A thousand are enough to fetch every page of a site, and clients
 * that keep connections open need few.
 */
const MAX_OPENED = 1_000;
/**
 * The number of refusals in a run's trace. The sandbox's monitor has the same limit. A run can try any number of hosts,
 * and each refusal would be a row.
 */
const MAX_RECORDED_REFUSALS = 32;

interface Counts {
  open: number;
  opened: number;
  refused: number;
}

/** Counts the connections of each run. */
export class OpenConnections {
  readonly #counts = new WeakMap<ConnectingRun, Counts>();

  /** Counts a connection until the returned function is called. @throws ConnectionRefusal if there are too many */
  begin(run: ConnectingRun): () => void {
    const counts = this.#get(run);
    if (run.traffic.isSpent) throw createLimitRefusal(TRAFFIC_SPENT, "traffic_limit");
    if (counts.open >= MAX_OPEN)
      throw createLimitRefusal(`A run can have ${MAX_OPEN} connections open at once.`, "too_many_open");
    if (counts.opened >= MAX_OPENED)
      throw createLimitRefusal(`A run can open ${MAX_OPENED} connections.`, "too_many_connections");
    counts.open += 1;
    counts.opened += 1;
    return () => {
      counts.open -= 1;
    };
  }

  /** Adds a connection to its run's trace, unless the trace already has the maximum number of refusals. */
  record(run: ConnectingRun, connection: HostConnection): void {
    const counts = this.#get(run);
    if (connection.outcome === "refused") counts.refused += 1;
    if (counts.refused <= MAX_RECORDED_REFUSALS || connection.outcome !== "refused") run.record(connection);
  }

  #get(run: ConnectingRun): Counts {
    const known = this.#counts.get(run);
    if (known) return known;
    const counts = { open: 0, opened: 0, refused: 0 };
    this.#counts.set(run, counts);
    // Each open connection listens for the end of the run twice: in the handler and in its socket.
    setMaxListeners(2 * MAX_OPEN, run.signal);
    return counts;
  }
}

function createLimitRefusal(message: string, code: string): ConnectionRefusal {
  return new ConnectionRefusal(message, { status: 429, code });
}
