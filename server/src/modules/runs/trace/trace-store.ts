import type { RunStatus } from "@stoa/contract";
import type { CallContent, ModelCall } from "@stoa/gateway";
import type { JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import type { RunLogEvent } from "../live/run-feed.ts";
import type { RunContents, RunOwner } from "../run-contents.ts";

/** The data of a run that a trace needs, with contents that not every reader may see. */
export interface TracedRun {
  id: string;
  created_at: Date;
  status: RunStatus;
  error_code: string | null;
  tokens_charged: bigint;
  price_per_token: bigint;
  execution_ms: number;
  ended: boolean;
  account_id: string;
  developer_account_id: string;
  agent_id: number;
  agent_name: string;
  version: number;
  version_id: string;
  is_expired: boolean;
  shared: boolean;
  input: { [key: string]: JsonValue } | null;
  output: JsonValue;
  error_detail: string | null;
  developer_detail: string | null;
}

/** The database, and the keys of the contents in it. */
interface ReadOptions {
  db: Queryable;
  contents: RunContents;
}

interface SealedRun extends Omit<TracedRun, "input" | "output" | "error_detail" | "developer_detail"> {
  input: Buffer | null;
  output: Buffer | null;
  error_detail: Buffer | null;
  developer_detail: Buffer | null;
}

/** Reads a run of this account or of its agents; `undefined` for another account's run. */
export async function readTracedRun(
  { db, contents }: ReadOptions,
  runId: string,
  accountId: string,
): Promise<TracedRun | undefined> {
  const { rows } = await sql<SealedRun>`
    SELECT r.id, r.created_at, r.status, r.error_code, r.tokens_charged, r.price_per_token, r.execution_ms,
      r.ended_at IS NOT NULL AS ended,
      r.account_id, r.developer_account_id, r.agent_id, r.agent_name, r.version, r.version_id,
      c.run_id IS NULL AS is_expired, EXISTS (SELECT FROM run_shares s WHERE s.run_id = r.id) AS shared,
      c.input, c.output, c.error_detail, c.developer_detail
    FROM runs r LEFT JOIN run_contents c ON c.run_id = r.id
    WHERE r.id = ${runId} AND ${accountId} IN (r.account_id, r.developer_account_id)`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const run = { id: runId, accountId: row.account_id };
  return {
    ...row,
    input: contents.openInput(run, row.input),
    output: contents.openJson("output", run, row.output),
    error_detail: contents.openText("error_detail", run, row.error_detail),
    developer_detail: contents.openText("developer_detail", run, row.developer_detail),
  };
}

const TRACED = ["log", "progress", "step", "node", "connector_call", "connection", "agent_call"] as const;

/** Events that an agent reported in addition to its answer, and its calls to services, hosts and other agents. */
export type TracedEvent = Extract<RunLogEvent, { kind: (typeof TRACED)[number] }> & {
  at: Date;
  /** The tokens and the cost in nano-USD that were charged for a called run, once both runs have ended. */
  tokens: number | null;
  cost: bigint | null;
};

/** Reads at most `limit` events in their order. */
export async function readTracedEvents(
  { db, contents }: ReadOptions,
  run: RunOwner,
  limit: number,
): Promise<TracedEvent[]> {
  const [{ rows }, called] = await Promise.all([
    sql<{ seq: number; kind: TracedEvent["kind"]; payload: Buffer; at: Date }>`
      SELECT e.seq, e.kind, e.payload, e.at FROM run_events e
      WHERE e.run_id = ${run.id} AND e.kind = ANY(${[...TRACED]}::text[])
      ORDER BY e.seq LIMIT ${limit}`.execute(db),
    readCharges(db, run.id),
  ]);
  return rows.map(({ seq, kind, payload: sealed, at }) => {
    const payload = JSON.parse(contents.openEvent(run, seq, sealed)) as unknown;
    const event = { kind, payload } as Extract<RunLogEvent, { kind: TracedEvent["kind"] }>;
    const charge = event.kind === "agent_call" ? called.get(event.payload.run_id ?? "") : undefined;
    return { ...event, at, tokens: charge?.tokens ?? null, cost: charge?.cost ?? null };
  });
}

interface Charge {
  tokens: number;
  cost: bigint;
}

/** Returns the charges of the runs that a run called itself, by their ids. Their number is limited by `calledRuns`. */
async function readCharges(db: Queryable, runId: string): Promise<Map<string, Charge>> {
  const { rows } = await sql<Charge & { id: string }>`
    SELECT id, tokens_charged::float8 AS tokens, cost FROM runs
    WHERE parent_id = ${runId} AND id > ${runId}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface TracedCall {
  model_requested: string;
  model_answered: string;
  prompt_tokens: number;
  completion_tokens: number;
  cost: bigint;
  started_at: Date;
  duration_ms: number;
  outcome: ModelCall["outcome"];
  error_code: string | null;
  content: CallContent | null;
}

/** Reads at most `limit` model calls in the order of their starts. */
export async function readTracedCalls(
  { db, contents }: ReadOptions,
  run: RunOwner,
  options: { withContent: boolean; limit: number },
): Promise<TracedCall[]> {
  const content = options.withContent
    ? sql`(SELECT k.content FROM model_call_contents k WHERE k.run_id = m.run_id AND k.call_id = m.id)`
    : sql`NULL::bytea`;
  const { rows } = await sql<Omit<TracedCall, "content"> & { id: string; content: Buffer | null }>`
    SELECT m.id, m.model_requested, m.model_answered, m.prompt_tokens, m.completion_tokens, m.cost, m.started_at,
      m.duration_ms, m.outcome, m.error_code, ${content} AS content
    FROM model_calls m WHERE m.run_id = ${run.id}
    ORDER BY m.started_at, m.id LIMIT ${options.limit}`.execute(db);
  return rows.map(({ id, content: sealed, ...call }) => ({
    ...call,
    content: sealed === null ? null : (JSON.parse(contents.openCall(run, id, sealed)) as CallContent),
  }));
}

/**
 * Allows the agent's developer to read a run, or revokes the permission.
 * @returns false if the run does not belong to this account
 */
export async function setShared(
  db: Queryable,
  runId: string,
  accountId: string,
  shared: boolean,
): Promise<boolean> {
  const own = sql`SELECT r.id FROM runs r WHERE r.id = ${runId} AND r.account_id = ${accountId}`;
  const change = shared
    ? sql`INSERT INTO run_shares (run_id) SELECT id FROM own ON CONFLICT DO NOTHING`
    : sql`DELETE FROM run_shares USING own WHERE run_id = own.id`;
  const { rows } = await sql`WITH own AS (${own}), changed AS (${change}) SELECT id FROM own`.execute(db);
  return rows.length > 0;
}
