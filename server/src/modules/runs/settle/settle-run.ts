import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../../platform/db/database.ts";
import type { LiveRun } from "../live/live-run.ts";
import type { RunContents } from "../run-contents.ts";
import type { RunEnd } from "./run-end.ts";
import type { RunRow } from "./run-reader.ts";
import { settle } from "./settle-store.ts";

/**
 * The pauses before settling is retried. A restarting database is back within this time. After the last attempt, the
 * sweeper ends the run.
 */
const RETRY_AFTER_MS = [200, 1_000, 3_000, 6_000];

export interface SettleOptions {
  db: Database;
  contents: RunContents;
  /** Returns whether this node still owns the epoch. */
  isOwner: (epoch: bigint) => boolean;
  /** The model cost of failed runs that is free per account and UTC day, in nano-USD. */
  freeFailures: bigint;
  log: FastifyBaseLogger;
}

/**
 * Settles a run in one short transaction: postings, hold, outcome, contents, outbox. A run that has already ended, or
 * that no longer belongs to this epoch, is left unchanged (fencing).
 * @returns the run as its caller sees it; `undefined` if this call did not end the run
 */
export async function settleRun(
  { isOwner, log, ...options }: SettleOptions,
  run: LiveRun,
  end: RunEnd,
): Promise<RunRow | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    if (!isOwner(run.epoch)) return undefined;
    try {
      const settled = await settle(options, run, end);
      if (!settled)
        log.warn({ runId: run.id }, "a run was not settled: it has ended or belongs to another epoch");
      return settled;
    } catch (error) {
      const pause = RETRY_AFTER_MS[attempt];
      log.error({ err: error, runId: run.id, attempt }, "failed to settle a run");
      if (pause === undefined) return undefined;
      await wait(pause);
    }
  }
}
