import { ExecutionResult, PLAN_RUNS_AT_ONCE, PLAN_STORAGE_BYTES, type PlanType } from "@stoa/contract";
import type { FetchImage, Gateway, RunBudget, RunRoute } from "@stoa/gateway";
import type { Supervisor } from "@stoa/runtime/supervisor";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import type { PeriodicJob } from "../../platform/jobs/periodic.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import type { RunnableAgents, TrialRunner } from "../catalog/index.ts";
import type { ConnectorGrants, ProxiedRuns } from "../connectors/index.ts";
import type { Ledger } from "../ledger/index.ts";
import { createAgentRoute } from "./called/agent-route.ts";
import { CalledRuns } from "./called/called-runs.ts";
import { createConnectorRuns } from "./live/connector-runs.ts";
import { followRun } from "./live/follow-run.ts";
import { HoldGrowth } from "./live/hold.ts";
import { createImageFetch } from "./live/image-fetch.ts";
import { LiveRuns } from "./live/live-run.ts";
import { createRunBudget } from "./live/run-budget.ts";
import { type MeasuredRun, RunNode } from "./live/run-node.ts";
import { createWorkflowRuns } from "./live/workflow-runs.ts";
import { mountRunRoutes, mountTraceRoutes, mountUsageRoutes } from "./routes.ts";
import { DEFAULT_RUN_BOUNDS, type RunBounds } from "./run-bounds.ts";
import { RunService } from "./run-service.ts";
import { readRun } from "./settle/run-reader.ts";
import { NodeMemory } from "./start/node-memory.ts";
import { RunPlaces } from "./start/run-places.ts";
import { TraceService } from "./trace/trace-service.ts";
import { createTrialRunner } from "./trial/trial-runner.ts";
import { TrialRuns } from "./trial/trial-runs.ts";
import { startBackgroundWork } from "./upkeep/background-work.ts";
import { NodeLease } from "./upkeep/node-lease.ts";
import { makePartitions } from "./upkeep/retention.ts";
import { RunStorageLimits } from "./upkeep/run-storage.ts";
import type { CheckFailures } from "./upkeep/statistics.ts";
import { sweep } from "./upkeep/sweeper.ts";
import { UsageService } from "./usage/usage-service.ts";
import { within } from "./within.ts";

export { personalData } from "./personal-data.ts";
export { DEFAULT_RUN_BOUNDS, type RunBounds } from "./run-bounds.ts";
export { presentRun } from "./settle/present.ts";
export { readBilledRun } from "./usage/billed-run.ts";
export { hasPaidRun } from "./usage/paid-runs.ts";
export { readRun };

export interface RunsOptions {
  db: Database;
  ledger: Ledger;
  agents: RunnableAgents;
  supervisor: Supervisor;
  /** What callers allow agents to do with their connectors. */
  grants: Pick<ConnectorGrants, "standing">;
  /** The way to servers of the internet. */
  outbound: Pick<Outbound, "request">;
  /** What requests of all runs on this node may keep in memory. */
  requestMemory: MemoryBudget;
  /** Asked for when the first run needs it: the gateway itself needs this module's budget. */
  gateway: () => Gateway;
  /** Names this node over restarts and among all nodes, such as "host:port". */
  nodeId: string;
  bounds?: Partial<RunBounds>;
  /** What a run of an account may cost at most if its request does not say, in nano-USD. */
  unconfirmedRunLimit: (accountId: string) => Promise<bigint>;
  /** How many runs an account of a plan may have active, where it is not what the contract says. */
  atOnce?: (plan: PlanType) => number;
  /** How many bytes an account of a plan may keep, where it is not what the contract says. */
  storageLimit?: (plan: PlanType) => number;
  /** Whether there is memory for one more run, where it is not what the machine says. */
  memory?: Pick<NodeMemory, "hasRoom" | "begin">;
  /** Looks at agents that have just failed in runs by others; from `catalog`. */
  checkFailures: CheckFailures;
  log: FastifyBaseLogger;
  /** Told of each run that has ended on this node. */
  ended?: ((run: MeasuredRun) => void) | undefined;
}

export interface Runs {
  mountRoutes(mount: Mount): void;
  /** What the gateway asks before, and tells after, every model call. */
  budget: RunBudget;
  trialRunner: TrialRunner;
  /** What the connector proxy asks about the runs of this node. */
  connectorRuns: ProxiedRuns;
  /** What the ways out of workflows ask about the runs of this node. */
  workflowRuns: ReturnType<typeof createWorkflowRuns>;
  /** Whether an account has started a run. */
  ownsRun(runId: string, accountId: string): Promise<boolean>;
  /** Waits for a run's end, wherever it runs; undefined where the signal aborts before. */
  resultOf(runId: string, accountId: string, signal: AbortSignal): Promise<ExecutionResult | undefined>;
  /** The route through which agents call other agents. */
  agentRoute: RunRoute;
  /** Fetches the images that agents show to models by their address. */
  fetchImage: FetchImage;
  /** Starts runs for who calls without HTTP, such as schedules. */
  starts: Pick<RunService, "accept" | "check" | "notifyOfEnd">;
  /**
   * Takes this node's epoch, makes the month's partitions, ends what ran here before, starts the background work.
   * Before the first request.
   */
  start(): Promise<void>;
  /** Starts no more runs, lets active ones end for `ms`, then stops the rest, which cost nothing. */
  drain(ms: number): Promise<void>;
  /** Ends the background work and gives up the epoch. */
  close(): Promise<void>;
}

/** Behind every entry that a run's log can have: who follows from there hears of the end alone. */
const END_OF_LOG = 999_999_999;

/** Runs: start, execute, meter, settle; usage history and statistics. */
export function createRuns(options: RunsOptions): Runs {
  const { db, ledger, agents, supervisor, grants, gateway, nodeId, checkFailures, log } = options;
  const atOnce = options.atOnce ?? ((plan: PlanType) => PLAN_RUNS_AT_ONCE[plan]);
  const bounds: RunBounds = { ...DEFAULT_RUN_BOUNDS, ...options.bounds };
  const live = new LiveRuns();
  const trials = new TrialRuns();
  const hold = new HoldGrowth(db, ledger);
  const places = new RunPlaces({ supervisor, memory: options.memory ?? new NodeMemory() });
  const lease = new NodeLease({
    db,
    nodeId,
    bounds,
    log,
    onLost: (epoch) => {
      for (const run of live.all()) if (run.epoch === epoch) run.stop("lease_lost");
    },
  });
  const storage = new RunStorageLimits({
    db,
    limitOf: options.storageLimit ?? ((plan) => PLAN_STORAGE_BYTES[plan]),
  });
  const settle = { db, owns: (epoch: bigint) => lease.owns(epoch), freeFailures: bounds.freeFailures, log };
  const node = new RunNode({ live, hold, settle, storage, gateway, bounds, log, ended: options.ended });
  const models = { findModel: (name: string) => options.gateway().findModel(name) };
  const prepare = { agents, bounds, models, unconfirmedRunLimit: options.unconfirmedRunLimit };
  const start = { db, nodeId, models: () => gateway().models(), atOnce };
  const service = new RunService({
    ...{ db, ledger, live, lease, node, supervisor, places, grants, prepare, start },
    placePatienceMs: bounds.placePatienceMs,
  });
  const calledRuns = new CalledRuns({
    placePatienceMs: bounds.placePatienceMs,
    supervisor,
    places,
    grants,
    prepare,
    start,
    hold,
    node,
  });
  const sweeper = { db, bounds, log };
  let background: PeriodicJob[] = [];

  return {
    budget: createRunBudget({ db, ledger, live, trials, hold, bounds, log }),
    trialRunner: createTrialRunner({ places, gateway, trials, bounds }),
    connectorRuns: createConnectorRuns(live, trials),
    workflowRuns: createWorkflowRuns(live, trials),
    ownsRun: async (runId, accountId) => (await readRun(db, runId, accountId)) !== undefined,
    async resultOf(runId, accountId, signal) {
      const after = END_OF_LOG;
      for await (const { event, data } of followRun({ db, live }, { runId, accountId, after }, signal))
        if (event === "result") return ExecutionResult.parse(data);
      return undefined;
    },
    agentRoute: createAgentRoute({ live, trials, calledRuns, memory: options.requestMemory, log }),
    fetchImage: createImageFetch({ live, outbound: options.outbound }),
    starts: {
      // What no person waits for comes again by itself, on whichever node has a place then.
      accept: (caller, request, key, options) =>
        service.accept(caller, request, key, { ...options, patienceMs: 0 }),
      check: (caller, request) => service.check(caller, request),
      notifyOfEnd: (runId, occasion) => service.notifyOfEnd(runId, occasion),
    },
    mountRoutes(mount) {
      mountRunRoutes(mount, service, { db, live });
      mountTraceRoutes(mount, new TraceService(db, agents));
      mountUsageRoutes(mount, new UsageService(db, agents), storage);
    },
    async start() {
      await lease.start();
      await makePartitions(db);
      await sweep(sweeper);
      background = startBackgroundWork({
        db,
        agents,
        checkFailures,
        live,
        storage,
        lease,
        nodeId,
        sweeper,
        bounds,
        log,
      });
    },
    async drain(ms) {
      service.startDraining();
      const allEnded = () => Promise.all(live.all().map((run) => run.done));
      await within(ms, allEnded());
      for (const run of live.all()) run.stop("shutdown");
      trials.stop();
      await allEnded();
    },
    async close() {
      await Promise.all(background.map((work) => work.stop()));
      await lease.close();
    },
  };
}
