import type { JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import pg from "pg";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import type { LiveRun } from "../live/live-run.ts";
import { toEventsJson } from "../live/live-store.ts";
import type { RunEnd } from "./run-end.ts";
import type { RunRow } from "./run-reader.ts";

/**
 * SQLSTATEs for runs that cannot be settled: RN001 if the run has ended or belongs to another epoch, LG002 if its
 * hold has ended.
 */
const NOT_OURS = ["RN001", "LG002"];

/**
 * Settles a run and writes its end: in one statement, or in one short transaction for a called run, whose charge is
 * paid from the root run's hold.
 * @param freeFailures the model cost of failed runs that is free per account and UTC day, in nano-USD
 * @returns the run as its caller sees it; `undefined`, with nothing written, if the run has ended or no longer belongs
 * to its epoch
 */
export function settle(
  db: Database,
  run: LiveRun,
  end: RunEnd,
  freeFailures: bigint,
): Promise<RunRow | undefined> {
  return ignoreLostRun(() =>
    run.parent
      ? db.transaction().execute((tx) => settleCalled(tx, run, end, freeFailures))
      : settleOne(db, run, end, freeFailures),
  );
}

async function settleCalled(tx: Queryable, run: LiveRun, end: RunEnd, freeFailures: bigint): Promise<RunRow> {
  const { id, terms, meter, tree } = run;
  const sponsor = terms.sponsorLimit > 0n ? [terms.agent.ownerAccountId] : [];
  await sql`SELECT ledger_lock_wallets(${[terms.caller.accountId, ...sponsor]}::text[])`.execute(tx);
  await sql`SELECT ledger_divide_hold(${tree.rootId}, ${id}, ${meter.held}, ${meter.uncovered})`.execute(tx);
  const settled = await settleOne(tx, run, end, freeFailures);
  const unused = meter.held - settled.cost - settled.failure_charge;
  if (unused > 0n) await sql`SELECT ledger_raise_cap(${tree.rootId}, ${unused})`.execute(tx);
  return settled;
}

async function settleOne(
  db: Queryable,
  { id, epoch, feed }: LiveRun,
  end: RunEnd,
  freeFailures: bigint,
): Promise<RunRow> {
  const events = feed.getUnsaved();
  const { rows } = await sql<Omit<RunRow, "output" | "error_detail">>`
    SELECT * FROM settle_run(${id}, ${epoch}, ${end.status}, ${end.stopReason}, ${end.errorCode},
      ${end.tokensMetered}, ${end.tokensCharged}, ${end.cost}, ${end.modelCost}, ${end.isDelivered},
      ${end.isOurFault ? null : freeFailures},
      ${end.executionMs}, ${feed.lastSeq}, ${toJsonOrNull(end.output)}::json, ${end.errorDetail},
      ${end.developerDetail}, ${events.length > 0 ? toEventsJson(events) : null}::json)`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("settle_run returned no row");
  return { ...row, output: end.output, error_detail: end.errorDetail };
}

/**
 * Ends a run of a lost epoch, or a run of the given epoch that its node no longer tracks.
 * @returns false if it has already ended or a node still executes it
 */
export async function failAbandoned(
  db: Database,
  runId: string,
  epoch: bigint | null,
  detail: string,
): Promise<boolean> {
  const ended = await ignoreLostRun(async () => {
    await sql`SELECT fail_abandoned_run(${runId}, ${epoch}, ${detail})`.execute(db);
    return true;
  });
  return ended === true;
}

function toJsonOrNull(value: JsonValue): string | null {
  return value === null ? null : JSON.stringify(value);
}

async function ignoreLostRun<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOT_OURS.includes(error.code ?? "")) return undefined;
    throw error;
  }
}
