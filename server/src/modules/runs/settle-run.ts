import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { type Ledger, LedgerError } from "../ledger/index.ts";
import type { LiveRun } from "./live-run.ts";
import { type RunEnd, writeRunEnd } from "./run-store.ts";

/** A database that restarts is back within these waits; after them the sweeper ends the run. */
const RETRY_AFTER_MS = [200, 1_000, 3_000, 6_000];

class StaleRun extends Error {}

export interface SettleOptions {
  db: Database;
  ledger: Ledger;
  /** Whether this node still owns the epoch. */
  owns: (epoch: bigint) => boolean;
  log: FastifyBaseLogger;
}

/**
 * Books a run's end in one short transaction: postings, hold, outcome, contents, outbox. A run that has ended
 * already, or that is not this epoch's any more, is left as it is.
 * @returns whether this call ended the run.
 */
export async function settleRun(options: SettleOptions, run: LiveRun, end: RunEnd): Promise<boolean> {
  const { owns, log } = options;
  for (let attempt = 0; ; attempt += 1) {
    if (!owns(run.facts.epoch)) return false;
    try {
      await settleOnce(options, run, end);
      return true;
    } catch (error) {
      if (error instanceof StaleRun || (error instanceof LedgerError && error.refusal === "hold_ended")) {
        log.warn({ runId: run.facts.id }, "a run had been ended by another node");
        return false;
      }
      const pause = RETRY_AFTER_MS[attempt];
      log.error({ err: error, runId: run.facts.id, attempt }, "a run could not be settled");
      if (pause === undefined) return false;
      await wait(pause);
    }
  }
}

async function settleOnce({ db, ledger }: SettleOptions, run: LiveRun, end: RunEnd): Promise<void> {
  const { id, epoch, developerAccountId, sharePercent, agentId, agentName } = run.facts;
  await db.transaction().execute(async (tx) => {
    const receipt = await ledger.settle(tx, {
      runId: id,
      charge: end.cost,
      modelCost: end.modelCost,
      developerAccountId,
      sharePercent,
      /** The cost of a run that failed or gave nothing is the platform's (reading 18), not its developer's. */
      sponsorLimit: end.status === "completed" ? run.meter.terms.sponsorLimit : 0n,
      agentId,
      agentName,
    });
    const { feed } = run;
    const written = await writeRunEnd(tx, { id, epoch, lastSeq: feed.lastSeq, events: feed.unsaved() }, end, {
      modelCostBorne: receipt.gross - receipt.fee - receipt.net,
      fee: receipt.fee,
      net: receipt.net,
      transferId: receipt.transferId,
    });
    if (!written) throw new StaleRun();
  });
}
