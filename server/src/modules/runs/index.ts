import { PLAN_RUNS_AT_ONCE, PLAN_STORAGE_BYTES, type PlanType } from "@stoa/contract";
import type { Gateway } from "@stoa/gateway";
import type { Supervisor } from "@stoa/runtime/supervisor";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import type { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import type { RunnableAgents } from "../catalog/index.ts";
import type { ConnectorGrants } from "../connectors/index.ts";
import type { Ledger } from "../ledger/index.ts";
import { createAgentRoute } from "./called/agent-route.ts";
import { CalledRuns } from "./called/called-runs.ts";
import type { ActiveRuns } from "./live/active-runs.ts";
import { within } from "./live/live-run.ts";
import { type MeasuredRun, RunNode } from "./live/run-node.ts";
import { mountRunRoutes, mountTraceRoutes, mountUsageRoutes } from "./routes.ts";
import { RunService } from "./run-service.ts";
import { NodeMemory } from "./start/node-memory.ts";
import { RunPlaces } from "./start/run-places.ts";
import { TraceService } from "./trace/trace-service.ts";
import { createTrialRunner } from "./trial/trial-runner.ts";
import { listBackgroundJobs } from "./upkeep/background-work.ts";
import { NodeLease } from "./upkeep/node-lease.ts";
import { makePartitions } from "./upkeep/retention.ts";
import { RunStorageLimits } from "./upkeep/run-storage.ts";
import type { CheckFailures } from "./upkeep/statistics.ts";
import { sweep } from "./upkeep/sweeper.ts";
import { UsageService } from "./usage/usage-service.ts";

export { type ActiveRuns, createActiveRuns } from "./live/active-runs.ts";
export { personalData } from "./personal-data.ts";
export { DEFAULT_RUN_BOUNDS, type RunBounds } from "./run-bounds.ts";
export { readRunResult } from "./settle/present.ts";
export { hasPaidRun, readBilledRun } from "./settle/run-reader.ts";

export interface RunsDeps {
  db: Database;
  ledger: Ledger;
  agents: RunnableAgents;
  supervisor: Supervisor;
  /** From `createActiveRuns`. */
  active: ActiveRuns;
  gateway: Gateway;
  /** What callers allow agents to do with their connectors. */
  grants: Pick<ConnectorGrants, "standing">;
  /** What requests of all runs on this node may keep in memory. */
  requestMemory: MemoryBudget;
  /** Names this node over restarts and among all nodes, such as "host:port". */
  nodeId: string;
  /** How long active runs may take to end when the server stops, in milliseconds. */
  drainMs: number;
  /** What a run of an account may cost at most if its request does not say, in nano-USD. */
  unconfirmedRunLimit: (accountId: string) => Promise<bigint>;
  /** How many runs an account of a plan may have active, if it is not what the contract says. */
  atOnce?: (plan: PlanType) => number;
  /** How many bytes an account of a plan may keep, if it is not what the contract says. */
  storageLimit?: (plan: PlanType) => number;
  /** Whether there is memory for one more run, if it is not what the machine says. */
  memory?: Pick<NodeMemory, "hasRoom" | "begin">;
  /** Checks agents that have just failed in runs by others; from `catalog`. */
  checkFailures: CheckFailures;
  log: FastifyBaseLogger;
  /** Called for each run that has ended on this node. */
  ended?: ((run: MeasuredRun) => void) | undefined;
}

export type RunsApi = ReturnType<typeof createRuns>["api"];

/** Runs: start, execute, meter, settle; usage history and statistics. */
export function createRuns(deps: RunsDeps) {
  const { db, active, agents, gateway, checkFailures, nodeId, log } = deps;
  const { bounds, live, trials } = active;
  const places = new RunPlaces({ supervisor: deps.supervisor, memory: deps.memory ?? new NodeMemory() });
  const lease = createLease(deps);
  const storage = new RunStorageLimits({
    db,
    limitOf: deps.storageLimit ?? ((plan) => PLAN_STORAGE_BYTES[plan]),
  });
  const { service, calledRuns } = createRunService(deps, { places, lease, storage });
  const sweeper = { db, bounds, log };

  /** Starts no more runs, lets active ones end for `ms`, then stops the rest, which cost nothing. */
  async function drain(ms: number): Promise<void> {
    service.startDraining();
    const allEnded = () => Promise.all(live.all().map((run) => run.done));
    await within(ms, allEnded());
    for (const run of live.all()) run.stop("shutdown");
    trials.stop();
    await allEnded();
  }

  return defineModule({
    api: {
      trialRunner: createTrialRunner({ places, gateway, trials, bounds }),
      /** The route through which agents call other agents. */
      agentRoute: createAgentRoute({ live, trials, calledRuns, memory: deps.requestMemory, log }),
      /** Starts runs for callers that do not use HTTP, such as schedules. */
      starts: createStarts(service),
      drain,
    },
    routes(mount) {
      mountRunRoutes(mount, service, { db, live });
      mountTraceRoutes(mount, new TraceService(db, agents));
      mountUsageRoutes(mount, new UsageService(db, agents), storage);
    },
    jobs: [
      {
        name: "epoch of this node",
        async start() {
          await lease.start();
          await makePartitions(db);
          await sweep(sweeper);
        },
        stop: () => lease.close(),
      },
      ...listBackgroundJobs({ db, agents, checkFailures, live, storage, lease, nodeId, sweeper, bounds }),
      // The last to start, so that the jobs above still work while runs end.
      { name: "active runs", start: () => {}, stop: () => drain(deps.drainMs) },
    ],
  });
}

function createLease({ db, nodeId, active, log }: RunsDeps): NodeLease {
  return new NodeLease({
    db,
    nodeId,
    bounds: active.bounds,
    log,
    onLost: (epoch) => {
      for (const run of active.live.all()) if (run.epoch === epoch) run.stop("lease_lost");
    },
  });
}

interface NodeParts {
  places: RunPlaces;
  lease: NodeLease;
  storage: RunStorageLimits;
}

function createRunService(deps: RunsDeps, { places, lease, storage }: NodeParts) {
  const { db, ledger, agents, active, supervisor, grants, gateway, nodeId, log } = deps;
  const { bounds, live, hold } = active;
  const atOnce = deps.atOnce ?? ((plan: PlanType) => PLAN_RUNS_AT_ONCE[plan]);
  const settle = { db, owns: (epoch: bigint) => lease.owns(epoch), freeFailures: bounds.freeFailures, log };
  const node = new RunNode({ live, hold, settle, storage, gateway, bounds, log, ended: deps.ended });
  const prepare = { agents, bounds, models: gateway, unconfirmedRunLimit: deps.unconfirmedRunLimit };
  const start = { db, nodeId, models: () => gateway.models(), atOnce };
  const shared = {
    supervisor,
    places,
    placePatienceMs: bounds.placePatienceMs,
    grants,
    prepare,
    start,
    node,
  };
  return {
    service: new RunService({ ...shared, db, ledger, live, lease }),
    calledRuns: new CalledRuns({ ...shared, hold }),
  };
}

function createStarts(service: RunService): Pick<RunService, "accept" | "check" | "notifyOfEnd"> {
  return {
    // Nobody waits for such a run: it is retried automatically, on any node with a free slot.
    accept: (caller, request, key, options) =>
      service.accept(caller, request, key, { ...options, patienceMs: 0 }),
    check: (caller, request) => service.check(caller, request),
    notifyOfEnd: (runId, occasion) => service.notifyOfEnd(runId, occasion),
  };
}
