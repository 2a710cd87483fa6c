import { sql } from "kysely";
import pg from "pg";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import type { LiveRun } from "../live/live-run.ts";
import { toEventsJson } from "../live/live-store.ts";
import type { RunContents, RunOwner } from "../run-contents.ts";
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
 * @param options.freeFailures the model cost of failed runs that is free per account and UTC day, in nano-USD
 * @returns the run as its caller sees it; `undefined`, with nothing written, if the run has ended or no longer belongs
 * to its epoch
 */
export function settle(
  { db, ...options }: { db: Database; contents: RunContents; freeFailures: bigint },
  run: LiveRun,
  end: RunEnd,
): Promise<RunRow | undefined> {
  return ignoreLostRun(() =>
    run.parent
      ? db.transaction().execute((tx) => settleCalled({ ...options, db: tx }, run, end))
      : settleOne({ ...options, db }, run, end),
  );
}

interface SettleAccess {
  db: Queryable;
  contents: RunContents;
  freeFailures: bigint;
}

async function settleCalled(options: SettleAccess, run: LiveRun, end: RunEnd): Promise<RunRow> {
  const { db: tx } = options;
  const { id, terms, meter, tree } = run;
  const sponsor = terms.sponsorLimit > 0n ? [terms.agent.ownerAccountId] : [];
  await sql`SELECT ledger_lock_wallets(${[terms.caller.accountId, ...sponsor]}::text[])`.execute(tx);
  await sql`SELECT ledger_divide_hold(${tree.rootId}, ${id}, ${meter.held}, ${meter.uncovered})`.execute(tx);
  const settled = await settleOne(options, run, end);
  const unused = meter.held - settled.cost - settled.failure_charge;
  if (unused > 0n) await sql`SELECT ledger_raise_cap(${tree.rootId}, ${unused})`.execute(tx);
  return settled;
}

async function settleOne(
  { db, contents, freeFailures }: SettleAccess,
  { id, epoch, terms, feed, state, artifacts }: LiveRun,
  end: RunEnd,
): Promise<RunRow> {
  const run = { id, accountId: terms.caller.accountId };
  // If the run is not settled, the state is unused, because later turns read only the states of completed runs.
  if (end.status === "completed" && state !== undefined)
    await sql`SELECT keep_run_state(${id}, ${contents.sealText("state", run, state)})`.execute(db);
  const events = feed.getUnsaved();
  const { rows } = await sql<Omit<RunRow, "output" | "error_detail" | "artifacts">>`
    SELECT * FROM settle_run(${id}, ${epoch}, ${end.status}, ${end.stopReason}, ${end.errorCode},
      ${end.tokensMetered}, ${end.tokensCharged}, ${end.cost}, ${end.modelCost}, ${end.isDelivered},
      ${end.isOurFault ? null : freeFailures},
      ${end.executionMs}, ${feed.lastSeq}, ${contents.sealJson("output", run, end.output)},
      ${contents.sealText("error_detail", run, end.errorDetail)},
      ${contents.sealText("developer_detail", run, end.developerDetail)},
      ${events.length > 0 ? toEventsJson(contents, run, events) : null}::json)`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("settle_run returned no row");
  return {
    ...row,
    output: end.output,
    error_detail: end.errorDetail,
    artifacts: end.status === "completed" ? artifacts : [],
  };
}

/**
 * Ends a run of a lost epoch, or a run of the given epoch that its node no longer tracks.
 * @returns false if it has already ended or a node still executes it
 */
export async function failAbandoned(
  { db, contents }: { db: Database; contents: RunContents },
  run: RunOwner,
  epoch: bigint | null,
  detail: string,
): Promise<boolean> {
  const ended = await ignoreLostRun(async () => {
    await sql`SELECT fail_abandoned_run(${run.id}, ${epoch}, ${contents.sealText("error_detail", run, detail)})`.execute(
      db,
    );
    return true;
  });
  return ended === true;
}

async function ignoreLostRun<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOT_OURS.includes(error.code ?? "")) return undefined;
    throw error;
  }
}
