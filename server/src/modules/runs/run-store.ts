import type { ErrorCode, MaxCostSetBy } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import pg from "pg";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { RunLogEntry, RunNews } from "./live/run-feed.ts";
import { TOO_MANY_AT_ONCE } from "./start/runs-at-once.ts";
import { OVER_LIMIT, type SpendingBound, spendingBoundOf } from "./start/spending-bound.ts";

/** What start_run and settle_run refuse, by SQLSTATE; and the ledger's word for a hold that has ended. */
const NOT_OURS = "RN001";
const INSUFFICIENT = "RN002";
const HOLD_ENDED = "LG002";

/** What a run is when it starts; money in nano-USD as text, as JSON carries no bigint. */
export interface NewRun {
  account_id: string;
  user_id: string;
  agent_id: number;
  agent_name: string;
  agent_type: string;
  version_id: string;
  version: number;
  price_per_token: string;
  share_percent: number;
  price_table_version: string;
  sponsor_limit: string;
  developer_account_id: string;
  pays: "tokens" | "model_cost";
  cap: string;
  cap_set_by: MaxCostSetBy;
  timeout_seconds: number;
  node_id: string;
  epoch: string;
  input_tokens: number;
  api_key_id: string | null;
  /** Of a run that another started. */
  parent_id?: string;
  root_id?: string;
  depth?: number;
}

export interface IdempotencyKey {
  /** The operation that the key is for. */
  route: string;
  key: string;
  bodyHash: Buffer;
}

/** What a start wants; money in nano-USD. */
export interface Wanted {
  hold: bigint;
  /** The least without which it does not start. */
  needed: bigint;
  /** How many runs its account may have active, with this one. */
  atOnce: number;
}

export type StartedRun =
  /** `cap`: what its spending limits left of it. */
  | { kind: "started"; runId: string; held: bigint; cap: bigint }
  /** The idempotency key belongs to this run already. */
  | { kind: "known"; runId: string; sameBody: boolean }
  | { kind: "insufficient" }
  | { kind: "over_limit"; bound: SpendingBound }
  | { kind: "too_many" }
  | { kind: "epoch_lost" };

/** Writes idempotency key, run and hold, or nothing at all. One statement: one transaction, one round trip. */
export async function insertRun(
  db: Database,
  run: NewRun,
  contents: { task: string | null; input: string },
  wanted: Wanted,
  key: IdempotencyKey | undefined,
): Promise<StartedRun> {
  const started = sql<{ run_id: string; started: boolean; same_body: boolean; held: bigint; cap: bigint }>`
    SELECT s.*, CASE WHEN s.started THEN bound_live_runs(${run.account_id}, ${wanted.atOnce}) END
    FROM start_run(jsonb_populate_record(NULL::runs, ${JSON.stringify(run)}::jsonb),
      ${contents.task}, ${contents.input}::json, ${wanted.hold}, ${wanted.needed},
      ${key?.route ?? null}, ${key?.key ?? null}, ${key?.bodyHash ?? null}) s`;
  try {
    const [row] = (await started.execute(db)).rows;
    if (!row) throw new Error("start_run answered no row");
    if (row.started) return { kind: "started", runId: row.run_id, held: row.held, cap: row.cap };
    return { kind: "known", runId: row.run_id, sameBody: row.same_body };
  } catch (error) {
    if (isRefusal(error, INSUFFICIENT)) return { kind: "insufficient" };
    if (isRefusal(error, OVER_LIMIT)) return { kind: "over_limit", bound: spendingBoundOf(error) };
    if (isRefusal(error, TOO_MANY_AT_ONCE)) return { kind: "too_many" };
    if (isRefusal(error, NOT_OURS)) return { kind: "epoch_lost" };
    throw error;
  }
}

/** Writes a run of another; its money is in the hold of its root. @returns its id, `undefined` when that one has ended. */
export async function insertCalledRun(
  db: Database,
  run: NewRun,
  contents: { task: string | null; input: string },
): Promise<string | undefined> {
  return unlessNotOurs(async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT start_called_run(jsonb_populate_record(NULL::runs, ${JSON.stringify(run)}::jsonb),
        ${contents.task}, ${contents.input}::json) AS id`.execute(db);
    return rows[0]?.id;
  });
}

/** The live key of a caller, before anything else of a request is looked at. */
export async function findKey(
  db: Queryable,
  accountId: string,
  key: IdempotencyKey,
): Promise<{ runId: string; sameBody: boolean } | undefined> {
  const { rows } = await sql<{ run_id: string; same_body: boolean }>`
    SELECT run_id, body_hash = ${key.bodyHash} AS same_body FROM idempotency_keys
    WHERE account_id = ${accountId} AND route = ${key.route} AND key = ${key.key}
      AND created_at >= now() - interval '24 hours'`.execute(db);
  const row = rows[0];
  return row && { runId: row.run_id, sameBody: row.same_body };
}

export interface RunEnd {
  status: "completed" | "failed" | "timeout" | "cancelled";
  stopReason: "end" | "length" | "limit" | "cancelled" | "error";
  errorCode: ErrorCode | null;
  tokensMetered: number;
  tokensCharged: number;
  cost: bigint;
  modelCost: bigint;
  /**
   * False for a run that was stopped before any of its output was in its log: it is charged only if its caller has
   * read its log on another node or in its trace, which the database knows.
   */
  isDelivered: boolean;
  /** Whether a fault of the server ended it: its model calls then never cost its caller anything. */
  isOurFault: boolean;
  executionMs: number;
  output: JsonValue;
  errorDetail: string | null;
  developerDetail: string | null;
}

/** A run's end with what the model calls of a failed run cost its caller, nano-USD. */
export interface BookedEnd extends RunEnd {
  failureCharge: bigint;
}

/** A run whose end is to be written, with what its log says that is not there yet. */
export interface EndedRun {
  id: string;
  epoch: bigint;
  /** Model cost of failed runs that is free per account and UTC day, nano-USD. */
  freeFailures: bigint;
  lastSeq: number;
  events: readonly RunLogEntry[];
}

/** What only the database knows of a run's end; what was charged and where it went, in nano-USD. */
export interface SettledRun {
  created_at: Date;
  ended_at: Date;
  tokens_charged: bigint;
  cost: bigint;
  failure_charge: bigint;
  model_cost_borne: bigint;
  fee: bigint;
  net: bigint;
}

/**
 * Books and writes a run's end in one statement: one transaction, one round trip.
 * @returns `undefined`, with nothing booked or written, when the run has ended or is not this epoch's any more.
 */
export function settle(db: Database, run: EndedRun, end: RunEnd): Promise<SettledRun | undefined> {
  return unlessNotOurs(() => settleOne(db, run, end));
}

/** How the end of a run that another called is paid. Amounts in nano-USD. */
export interface CalledPayment {
  /** The run whose hold pays. */
  rootId: string;
  /** The accounts that this may charge. */
  wallets: readonly string[];
  /** The part of that hold that this run may take. */
  part: bigint;
  /** What was set aside for model calls that no hold covers. */
  uncovered: bigint;
}

/**
 * Books and writes the end of a run that another called, in one short transaction. Its charge comes out of the hold of
 * the run at the root.
 * @returns what the database knows of the end; `undefined` as `settle` does.
 */
export function settleCalled(
  db: Database,
  run: EndedRun,
  end: RunEnd,
  { rootId, wallets, part, uncovered }: CalledPayment,
): Promise<SettledRun | undefined> {
  return unlessNotOurs(() =>
    db.transaction().execute(async (tx) => {
      await sql`SELECT ledger_lock_wallets(${[...wallets]}::text[])`.execute(tx);
      await sql`SELECT ledger_divide_hold(${rootId}, ${run.id}, ${part}, ${uncovered})`.execute(tx);
      const settled = await settleOne(tx, run, end);
      const unused = part - settled.cost - settled.failure_charge;
      if (unused > 0n) await sql`SELECT ledger_raise_cap(${rootId}, ${unused})`.execute(tx);
      return settled;
    }),
  );
}

async function settleOne(db: Queryable, run: EndedRun, end: RunEnd): Promise<SettledRun> {
  const { rows } = await sql<SettledRun>`
    SELECT * FROM settle_run(${run.id}, ${run.epoch}, ${end.status}, ${end.stopReason}, ${end.errorCode},
      ${end.tokensMetered}, ${end.tokensCharged}, ${end.cost}, ${end.modelCost}, ${end.isDelivered},
      ${end.isOurFault ? null : run.freeFailures},
      ${end.executionMs}, ${run.lastSeq}, ${jsonOrNull(end.output)}::json, ${end.errorDetail},
      ${end.developerDetail}, ${run.events.length > 0 ? eventsAsJson(run.events) : null}::json)`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("settle_run answered no row");
  return row;
}

/**
 * Ends a run of a lost epoch, or of the given living one whose node has forgotten it.
 * @returns false when it has ended already or is carried.
 */
export async function failAbandoned(
  db: Database,
  runId: string,
  epoch: bigint | null,
  detail: string,
): Promise<boolean> {
  const ended = await unlessNotOurs(async () => {
    await sql`SELECT fail_abandoned_run(${runId}, ${epoch}, ${detail})`.execute(db);
    return true;
  });
  return ended === true;
}

/** Marks a run to be stopped by the node that runs it. @returns its status, `undefined` when it is not there. */
export async function requestCancel(
  db: Queryable,
  runId: string,
  accountId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    UPDATE runs SET cancel_requested_at = coalesce(cancel_requested_at, now())
    WHERE id = ${runId} AND account_id = ${accountId} AND status IN ('queued', 'running')
    RETURNING status`.execute(db);
  return rows[0]?.status ?? (await statusOf(db, runId, accountId));
}

export async function statusOf(db: Queryable, runId: string, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    SELECT status FROM runs WHERE id = ${runId} AND account_id = ${accountId}`.execute(db);
  return rows[0]?.status;
}

/** Notes that the caller of a live run reads its log. @returns false when the run has ended. */
export async function noteLogRead(db: Queryable, runId: string): Promise<boolean> {
  const { rows } = await sql<{ is_live: boolean }>`SELECT note_log_read(${runId}) AS is_live`.execute(db);
  return rows[0]?.is_live === true;
}

/** Has the caller of a run notified once it has completed: one notification per occasion. */
export async function notifyWhenRunEnds(db: Queryable, runId: string, occasion: string): Promise<void> {
  await sql`SELECT notify_when_run_ends(${runId}, ${occasion})`.execute(db);
}

/** Runs of this epoch that somebody asked to cancel on another node. */
export async function cancelRequests(db: Queryable, nodeId: string, epoch: bigint): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM runs WHERE node_id = ${nodeId} AND epoch = ${epoch}
      AND status IN ('queued', 'running') AND cancel_requested_at IS NOT NULL`.execute(db);
  return rows.map((row) => row.id);
}

export async function appendEvents(
  db: Queryable,
  runId: string,
  entries: readonly RunLogEntry[],
): Promise<void> {
  await sql`SELECT append_run_events(${runId}, ${eventsAsJson(entries)}::json)`.execute(db);
}

/** Entries of a run's log after `seq`, at most `limit`. */
export async function readEvents(
  db: Queryable,
  runId: string,
  seq: number,
  limit: number,
): Promise<RunLogEntry[]> {
  const { rows } = await sql<RunNews & { seq: number; at: Date }>`
    SELECT seq, kind, payload, at FROM run_events
    WHERE run_id = ${runId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

function eventsAsJson(entries: readonly RunLogEntry[]): string {
  return JSON.stringify(entries.map((entry) => [entry.seq, entry.kind, entry.at, entry.payload]));
}

function jsonOrNull(value: JsonValue): string | null {
  return value === null ? null : JSON.stringify(value);
}

function isRefusal(error: unknown, code: string): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === code;
}

async function unlessNotOurs<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error, NOT_OURS) || isRefusal(error, HOLD_ENDED)) return undefined;
    throw error;
  }
}
