import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import type { RunContents, RunOwner } from "../run-contents.ts";
import type { RunLogEntry, RunLogEvent } from "./run-feed.ts";

/**
 * Requests the cancellation of a run from the node that executes it.
 * @returns the run's status, or `undefined` if there is no such run
 */
export async function requestCancel(
  db: Queryable,
  runId: string,
  accountId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    UPDATE runs SET cancel_requested_at = coalesce(cancel_requested_at, now())
    WHERE id = ${runId} AND account_id = ${accountId} AND status IN ('queued', 'running')
    RETURNING status`.execute(db);
  return rows[0]?.status ?? (await readStatus(db, runId, accountId));
}

async function readStatus(db: Queryable, runId: string, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    SELECT status FROM runs WHERE id = ${runId} AND account_id = ${accountId}`.execute(db);
  return rows[0]?.status;
}

/** Records that the caller of an active run reads its log. @returns false if the run has ended */
export async function recordLogRead(db: Queryable, runId: string): Promise<boolean> {
  const { rows } = await sql<{ is_live: boolean }>`SELECT note_log_read(${runId}) AS is_live`.execute(db);
  return rows[0]?.is_live === true;
}

/** Notifies the caller of a run once it has completed. Each occasion causes one notification. */
export async function notifyWhenRunEnds(db: Queryable, runId: string, occasion: string): Promise<void> {
  await sql`SELECT notify_when_run_ends(${runId}, ${occasion})`.execute(db);
}

/** Returns the active runs of this epoch whose cancellation was requested, on whichever node. */
export async function cancelRequests(db: Queryable, nodeId: string, epoch: bigint): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM runs WHERE node_id = ${nodeId} AND epoch = ${epoch}
      AND status IN ('queued', 'running') AND cancel_requested_at IS NOT NULL`.execute(db);
  return rows.map((row) => row.id);
}

/** The database and the keys with which a run's log is read and written. */
export interface LogAccess {
  db: Queryable;
  contents: RunContents;
}

export async function appendEvents(
  { db, contents }: LogAccess,
  run: RunOwner,
  entries: readonly RunLogEntry[],
): Promise<void> {
  await sql`SELECT append_run_events(${run.id}, ${toEventsJson(contents, run, entries)}::json)`.execute(db);
}

/** Returns at most `limit` entries of a run's log after `seq`. */
export async function readEvents(
  { db, contents }: LogAccess,
  run: RunOwner,
  seq: number,
  limit: number,
): Promise<RunLogEntry[]> {
  const { rows } = await sql<{ seq: number; kind: RunLogEvent["kind"]; payload: Buffer; at: Date }>`
    SELECT seq, kind, payload, at FROM run_events
    WHERE run_id = ${run.id} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`.execute(db);
  return rows.map(({ payload, at, ...row }) => {
    const event = { ...row, payload: JSON.parse(contents.openEvent(run, row.seq, payload)) as unknown };
    return { ...(event as RunLogEvent & { seq: number }), at: at.getTime() };
  });
}

/** Returns entries of a log in the form that append_run_events and settle_run take. */
export function toEventsJson(contents: RunContents, run: RunOwner, entries: readonly RunLogEntry[]): string {
  return JSON.stringify(
    entries.map((entry) => [
      entry.seq,
      entry.kind,
      entry.at,
      contents.sealEvent(run, entry.seq, entry.payload).toString("base64"),
      isRefusal(entry),
    ]),
  );
}

/** The statuses with which services refuse a credential, its quota or its payment. */
const REFUSED_STATUSES = [401, 402, 403, 429];

/**
 * Returns whether the entry is a call to a service that was refused or failed. It is stored in plain text, because SQL
 * counts the failures of agents without those of services.
 */
function isRefusal(entry: RunLogEntry): boolean {
  if (entry.kind !== "connector_call") return false;
  const { outcome, status } = entry.payload;
  return outcome !== "answered" || (status !== null && (REFUSED_STATUSES.includes(status) || status >= 500));
}
