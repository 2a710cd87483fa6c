import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PythonRuntimes, Supervisor } from "@stoa/runtime/supervisor";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";

export interface MeasuredNode {
  pool: pg.Pool;
  supervisor: Supervisor;
  runCapacity: number;
  python: PythonRuntimes;
}

/**
 * The interval at which the longest delay is reset. A delay is reported for one to two intervals. People notice the
 * longest delay, not the average.
 */
const DELAY_WINDOW_MS = 60_000;
/** Shorter delays are not distinguished. */
const DELAY_RESOLUTION_MS = 10;

/** Measures the longest time for which the event loop was blocked. Every request of this node had to wait for it. */
function measureLongestDelay(registry: Registry): void {
  const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delays.enable();
  let before = 0;
  setInterval(() => {
    before = delays.max;
    delays.reset();
  }, DELAY_WINDOW_MS).unref();
  new Gauge({
    name: "stoa_event_loop_longest_delay_seconds",
    help: "Longest event-loop delay on this node in the last one to two minutes",
    registers: [registry],
    collect() {
      this.set(Math.max(before, delays.max) / 1e9);
    },
  });
}

/**
 * Registers metrics of the resource usage of this node: the process and its event loop,
 * connections, run slots and sandboxes.
 */
export function measureNode(registry: Registry, node: MeasuredNode): void {
  collectDefaultMetrics({ register: registry });
  measureLongestDelay(registry);
  measurePool(registry, node.pool);
  measureSandboxes(registry, node.python);
  new Gauge({
    name: "stoa_run_places",
    help: "Run slots on this node, by state (taken or free)",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "taken" }, node.supervisor.active);
      this.set({ state: "free" }, Math.max(0, node.runCapacity - node.supervisor.active));
    },
  });
}

function measurePool(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: "stoa_database_connections",
    help: "Database connections by state (busy or idle), and requests waiting for one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}

function measureSandboxes(registry: Registry, python: PythonRuntimes): void {
  new Gauge({
    name: "stoa_sandbox_parents",
    help: "Running warm parent processes of sandboxes, by environment",
    labelNames: ["environment"],
    registers: [registry],
    collect() {
      for (const { environment, parents } of python.warmParents()) this.set({ environment }, parents);
    },
  });
  new Gauge({
    name: "stoa_sandbox_forks",
    help: "Sandboxes in use that were forked from warm parents, by environment",
    labelNames: ["environment"],
    registers: [registry],
    collect() {
      for (const { environment, forks } of python.warmParents()) this.set({ environment }, forks);
    },
  });
  new Gauge({
    name: "stoa_sandbox_spares",
    help: "Target number of spare sandboxes of the ready warm parents, by environment",
    labelNames: ["environment"],
    registers: [registry],
    collect() {
      for (const { environment, spares } of python.warmParents()) this.set({ environment }, spares);
    },
  });
}
