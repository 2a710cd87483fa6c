import { createSealingJob, type ResealContents } from "../../../platform/crypto/content-tables.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { BackgroundJob } from "../../../platform/jobs/job.ts";
import type { RunnableAgents } from "../../catalog/index.ts";
import type { LiveRun, LiveRuns } from "../live/live-run.ts";
import { appendEvents, cancelRequests } from "../live/live-store.ts";
import type { RunBounds } from "../run-bounds.ts";
import type { RunContents } from "../run-contents.ts";
import type { NodeLease } from "./node-lease.ts";
import { applyRetention, makePartitions } from "./retention.ts";
import type { RunStorageLimits } from "./run-storage.ts";
import { type CheckFailures, foldStatistics } from "./statistics.ts";
import { stopSuspended } from "./suspended-runs.ts";
import { type SweeperOptions, sweep, sweepForgotten } from "./sweeper.ts";

export interface BackgroundOptions {
  db: Database;
  contents: RunContents;
  reseal: ResealContents;
  agents: RunnableAgents;
  checkFailures: CheckFailures;
  live: LiveRuns;
  storage: RunStorageLimits;
  lease: NodeLease;
  nodeId: string;
  sweeper: SweeperOptions;
  bounds: RunBounds;
}

/** How often ended runs are added to the statistics, which therefore lag by about a second. */
const STATISTICS_MS = 1_000;
/**
 * How often the node looks for runs that a suspension must stop. The query takes a millisecond and runs only while runs
 * are active.
 */
const SUSPENDED_MS = 1_000;
/**
 * How often partitions are created and dropped. Once an hour is enough, because partitions are created months ahead and
 * dropped by the month.
 */
const RETENTION_MS = 3_600_000;

/** Lists the background jobs of every node. */
export function listBackgroundJobs(options: BackgroundOptions): BackgroundJob[] {
  const { db, agents, live, storage, lease, nodeId, bounds } = options;

  const saveEvents = async (run: LiveRun) => {
    const entries = run.feed.getUnsaved();
    const last = entries.at(-1);
    if (!last || run.closed) return;
    await appendEvents(options, { id: run.id, accountId: run.terms.caller.accountId }, entries);
    run.feed.markSaved(last.seq);
  };

  const tendRuns = async () => {
    const { epoch } = lease;
    if (live.size === 0 || epoch === undefined) return;
    for (const run of live.list()) await saveEvents(run);
    for (const runId of await cancelRequests(db, nodeId, epoch)) live.get(runId)?.stop("cancelled");
  };

  const stopSuspendedRuns = async () => {
    const { epoch } = lease;
    if (live.size > 0 && epoch !== undefined) await stopSuspended(db, live, { nodeId, epoch });
  };

  const sweepAll = async () => {
    await sweep(options.sweeper);
    const { epoch } = lease;
    if (epoch !== undefined)
      await sweepForgotten(options.sweeper, epoch, (runId) => live.get(runId) !== undefined);
  };

  const countEndedRuns = async () => {
    const due = storage.takeDue();
    await foldStatistics(db, agents, options.checkFailures);
    await storage.apply(due);
  };

  const tendTables = async () => {
    await makePartitions(db);
    await applyRetention(db, bounds);
  };

  return [
    { name: "run events and cancel requests", everyMs: bounds.pollMs, run: tendRuns },
    { name: "runs suspended by an operator", everyMs: SUSPENDED_MS, run: stopSuspendedRuns },
    { name: "runs of lost nodes", everyMs: bounds.sweepMs, run: sweepAll },
    { name: "run statistics", everyMs: STATISTICS_MS, run: countEndedRuns },
    { name: "run partitions and retention", everyMs: RETENTION_MS, run: tendTables },
    createSealingJob("contents of runs in plain text", options.reseal),
  ];
}
