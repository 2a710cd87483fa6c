import { PLAN_RUNS_AT_ONCE, PLAN_STORAGE_BYTES, type PlanType } from "@stoa/contract";
import type { Gateway } from "@stoa/gateway";
import type { Supervisor } from "@stoa/runtime/supervisor";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { defineModule } from "../../platform/module.ts";
import type { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import type { RunnableAgents } from "../catalog/index.ts";
import type { Ledger } from "../ledger/index.ts";
import { createAgentRoute } from "./called/agent-route.ts";
import { CalledRuns } from "./called/called-runs.ts";
import type { ActiveRuns } from "./live/active-runs.ts";
import { type FollowedEvent, type FollowOptions, followRun } from "./live/follow-run.ts";
import { waitAtMost } from "./live/live-run.ts";
import type { OpenSecrets } from "./live/run-node.ts";
import { type MeasuredRun, RunNode } from "./live/run-node.ts";
import { ModelRuns } from "./models/model-runs.ts";
import { mountRunRoutes, mountTraceRoutes, mountUsageRoutes } from "./routes.ts";
import { RunService } from "./run-service.ts";
import { readInputTokens } from "./settle/run-reader.ts";
import { readIdempotencyKey } from "./start/idempotency.ts";
import { KnownPaths } from "./start/known-paths.ts";
import { NodeMemory } from "./start/node-memory.ts";
import type { OpenPackages } from "./start/open-packages.ts";
import type { RunGrants } from "./start/prepare-run.ts";
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
export type { FollowedEvent } from "./live/follow-run.ts";
export {
  getModelFeePercent,
  type ModelPurchase,
  type ModelRuns,
  type ModelsAgent,
  type StartedModelCall,
} from "./models/model-runs.ts";
export { personalData } from "./personal-data.ts";
export { DEFAULT_RUN_BOUNDS, type RunBounds } from "./run-bounds.ts";
export type { RunFiles } from "./run-files.ts";
export type { Accepted } from "./run-service.ts";
export { readRunResult } from "./settle/present.ts";
export { hasPaidRun, readBilledRun } from "./settle/run-reader.ts";
export { findEmbedProblem } from "./start/embed-problem.ts";
export { createRunResealing } from "./upkeep/reseal-contents.ts";

export interface RunsDeps {
  db: Database;
  ledger: Ledger;
  agents: RunnableAgents;
  supervisor: Supervisor;
  /** The active runs of this node. `createActiveRuns` creates them. */
  active: ActiveRuns;
  gateway: Gateway;
  /** The permissions that callers grant to agents: to use their connectors, and to reach hosts. */
  grants: RunGrants;
  /** Returns the folder of a version's own packages. The packages module provides it. */
  openPackages: OpenPackages;
  /** Returns an agent's secrets, keyed by name. The catalog module provides it. */
  openSecrets: OpenSecrets;
  /** Limits the memory that the requests of all runs on this node use together. */
  requestMemory: MemoryBudget;
  /**
   * The name of this node, such as "host:port". It stays the same after a restart, and no other
   * node has it.
   */
  nodeId: string;
  /** How long active runs may take to end when the server stops, in milliseconds. */
  drainMs: number;
  /** Returns the maximum cost of a run whose request does not state one, in nano-USD. */
  getUnconfirmedRunLimit: (accountId: string) => Promise<bigint>;
  /** Overrides the contract's maximum number of active runs per account of a plan. */
  getMaxConcurrentRuns?: (plan: PlanType) => number;
  /** Overrides the contract's storage limit per account of a plan, in bytes. */
  getStorageLimit?: (plan: PlanType) => number;
  /** Overrides the check whether the machine has memory for one more run. */
  memory?: Pick<NodeMemory, "hasRoom" | "begin">;
  /** Checks agents that have just failed in other people's runs. The catalog module provides it. */
  checkFailures: CheckFailures;
  log: FastifyBaseLogger;
  /** Called for each run that has ended on this node. */
  ended?: ((run: MeasuredRun) => void) | undefined;
}

export type RunsApi = ReturnType<typeof createRuns>["api"];

/** Creates the module that starts, executes, meters and settles runs, with usage history and statistics. */
export function createRuns(deps: RunsDeps) {
  const { db, active, agents, gateway, checkFailures, nodeId, log } = deps;
  const { bounds, contents, live, trials } = active;
  const places = new RunPlaces({ supervisor: deps.supervisor, memory: deps.memory ?? new NodeMemory() });
  const lease = createLease(deps);
  const storage = new RunStorageLimits({
    db,
    getLimit: deps.getStorageLimit ?? ((plan) => PLAN_STORAGE_BYTES[plan]),
  });
  const { service, calledRuns, modelRuns } = createRunService(deps, { places, lease, storage });
  const sweeper = { db, contents, bounds, log };
  const follow = { db, contents, live, createFileLinks: active.files.createLinks };

  /** Stops starting runs, gives active runs `ms` to end, and then stops the rest, which cost nothing. */
  async function drain(ms: number): Promise<void> {
    service.startDraining();
    const allEnded = () => Promise.all(live.list().map((run) => run.done));
    await waitAtMost(ms, allEnded());
    for (const run of live.list()) run.stop("shutdown");
    trials.stop();
    await allEnded();
  }

  return defineModule({
    api: {
      trialRunner: createTrialRunner({ places, gateway, trials, files: active.files, bounds }),
      /** The route through which agents call other agents. */
      agentRoute: createAgentRoute({ live, trials, calledRuns, memory: deps.requestMemory, log }),
      /** Starts runs for callers that do not use HTTP, such as schedules. */
      starts: createStarts(service),
      /** Starts and follows runs for requests of other protocols than Stoa's own. */
      calls: createCalls(service, follow),
      /** Runs model calls that callers buy. */
      modelRuns,
      drain,
    },
    routes(mount) {
      mountRunRoutes(mount, service, follow);
      mountTraceRoutes(mount, new TraceService({ db, contents, agents }));
      mountUsageRoutes(mount, new UsageService({ db, contents, agents }), storage);
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
      ...listBackgroundJobs({
        db,
        contents,
        reseal: active.reseal,
        agents,
        checkFailures,
        live,
        storage,
        lease,
        nodeId,
        sweeper,
        bounds,
      }),
      // The last job to start is the first to stop: the jobs above still work while runs end.
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
      for (const run of active.live.list()) if (run.epoch === epoch) run.stop("lease_lost");
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
  const { bounds, contents, live, hold, files } = active;
  const getMaxConcurrentRuns = deps.getMaxConcurrentRuns ?? ((plan: PlanType) => PLAN_RUNS_AT_ONCE[plan]);
  const settle = {
    db,
    contents,
    isOwner: (epoch: bigint) => lease.isOwner(epoch),
    freeFailures: bounds.freeFailures,
    log,
  };
  const { ended, openPackages, openSecrets } = deps;
  const node = new RunNode({
    live,
    hold,
    settle,
    files,
    storage,
    gateway,
    openPackages,
    openSecrets,
    bounds,
    log,
    ended,
  });
  const prepare = {
    db,
    contents,
    knownPaths: new KnownPaths(),
    agents,
    files,
    bounds,
    models: gateway,
    getUnconfirmedRunLimit: deps.getUnconfirmedRunLimit,
  };
  const start = { db, contents, nodeId, listModels: () => gateway.listModels(), getMaxConcurrentRuns };
  const shared = {
    supervisor,
    places,
    placePatienceMs: bounds.placePatienceMs,
    grants,
    prepare,
    start,
    node,
  };
  const service = new RunService({
    ...shared,
    db,
    contents,
    ledger,
    live,
    lease,
    createFileLinks: files.createLinks,
  });
  const { getUnconfirmedRunLimit } = deps;
  return {
    service,
    calledRuns: new CalledRuns({ ...shared, hold }),
    modelRuns: new ModelRuns({
      ...{ start, lease, node, getUnconfirmedRunLimit },
      isDraining: () => service.isDraining,
    }),
  };
}

function createStarts(service: RunService): Pick<RunService, "accept" | "check" | "notifyOfEnd"> {
  return {
    // No client waits for a run that starts here. Its start is retried automatically on any node with a free slot.
    accept: (caller, request, key, options) =>
      service.accept(caller, request, key, { ...options, patienceMs: 0 }),
    check: (caller, request) => service.check(caller, request),
    notifyOfEnd: (runId, occasion) => service.notifyOfEnd(runId, occasion),
  };
}

/** The functions with which other protocols start and follow runs for the clients that wait for them. */
export interface RunCalls
  extends Pick<RunService, "accept" | "getOutcome" | "getResult" | "waitForResult" | "cancel" | "hasEnded"> {
  /** Returns the idempotency key of a request; see `readIdempotencyKey`. */
  readIdempotencyKey: typeof readIdempotencyKey;
  /** Returns the tokens of a run's input. Check first that the caller may see the run. */
  readInputTokens(runId: string): Promise<number>;
  /** Yields the events of a run of the caller's account after a position, up to its result. */
  follow(caller: Caller, runId: string, after: number, signal: AbortSignal): AsyncGenerator<FollowedEvent>;
}

function createCalls(service: RunService, options: FollowOptions): RunCalls {
  return {
    accept: (caller, request, key, occasion) => service.accept(caller, request, key, occasion),
    getOutcome: (caller, runId) => service.getOutcome(caller, runId),
    getResult: (caller, runId) => service.getResult(caller, runId),
    waitForResult: (caller, runId, ms) => service.waitForResult(caller, runId, ms),
    cancel: (caller, runId) => service.cancel(caller, runId),
    hasEnded: (caller, runId) => service.hasEnded(caller, runId),
    readIdempotencyKey,
    readInputTokens: (runId) => readInputTokens(options.db, runId),
    follow: (caller, runId, after, signal) =>
      followRun(options, { runId, accountId: caller.accountId, after }, signal),
  };
}
