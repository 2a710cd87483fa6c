import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import type { EndedCall } from "./called/ended-calls.ts";
import type { LiveRun } from "./live-run.ts";
import { type EndedRun, type RunEnd, type SettledRun, settle, settleTree } from "./run-store.ts";

/** A database that restarts is back within these waits; after them the sweeper ends the run. */
const RETRY_AFTER_MS = [200, 1_000, 3_000, 6_000];

export interface SettleOptions {
  db: Database;
  /** Whether this node still owns the epoch. */
  owns: (epoch: bigint) => boolean;
  log: FastifyBaseLogger;
}

/** What the database knows of a run's end, and of the ends of the runs it led to, in the order they were given. */
export interface SettledTree {
  run: SettledRun;
  called: SettledRun[];
}

/**
 * Books a run's end in one short transaction: postings, hold, outcome, contents, outbox; with it the ends of the
 * runs it led to. A run that has ended already, or that is not this epoch's any more, is left as it is (fencing).
 * @returns `undefined` when this call did not end the run.
 */
export async function settleRun(
  { db, owns, log }: SettleOptions,
  run: LiveRun,
  end: RunEnd,
  called: readonly EndedCall[],
): Promise<SettledTree | undefined> {
  const { id, epoch } = run.facts;
  for (let attempt = 0; ; attempt += 1) {
    if (!owns(epoch)) return undefined;
    try {
      const settled = await write(db, run, end, called);
      if (!settled) log.warn({ runId: id }, "a run had been ended by another node");
      return settled;
    } catch (error) {
      const pause = RETRY_AFTER_MS[attempt];
      log.error({ err: error, runId: id, attempt }, "a run could not be settled");
      if (pause === undefined) return undefined;
      await wait(pause);
    }
  }
}

async function write(
  db: Database,
  run: LiveRun,
  end: RunEnd,
  called: readonly EndedCall[],
): Promise<SettledTree | undefined> {
  if (called.length === 0) {
    const settled = await settle(db, endedRun(run), end);
    return settled && { run: settled, called: [] };
  }
  const sponsors = [run, ...called.map((call) => call.run)]
    .filter(({ meter }) => meter.terms.sponsorLimit > 0n)
    .map(({ facts }) => facts.developerAccountId);
  const settled = await settleTree(
    db,
    { run: endedRun(run), end },
    called.map((call) => ({ run: endedRun(call.run), end: call.end })),
    [run.facts.accountId, ...sponsors],
  );
  const root = settled?.pop();
  return settled && root && { run: root, called: settled };
}

function endedRun({ facts, feed }: LiveRun): EndedRun {
  return { id: facts.id, epoch: facts.epoch, lastSeq: feed.lastSeq, events: feed.unsaved() };
}
