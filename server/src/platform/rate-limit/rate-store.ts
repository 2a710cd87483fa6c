import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { RateReport } from "./rate-bucket.ts";

/**
 * Adds the counts of this node. Buckets are updated in a fixed order, so that two nodes never deadlock.
 * @returns the requests on all nodes, per bucket and window.
 */
export async function addReports(
  db: Database,
  reports: readonly RateReport[],
): Promise<{ bucket: string; endsAt: number; used: number }[]> {
  const sorted = reports.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1));
  const { rows } = await sql<{ bucket: string; ends_at: bigint; used: number }>`
    INSERT INTO rate_windows AS w (bucket, ends_at, used)
    SELECT * FROM unnest(
      ${sorted.map(({ bucket }) => bucket)}::text[],
      ${sorted.map(({ endsAt }) => endsAt)}::bigint[],
      ${sorted.map(({ used }) => used)}::integer[])
    ON CONFLICT (bucket, ends_at) DO UPDATE SET used = w.used + excluded.used
    RETURNING bucket, ends_at, used`.execute(db);
  return rows.map(({ bucket, ends_at, used }) => ({ bucket, endsAt: Number(ends_at), used }));
}

/** How long an ended window is kept: long enough for a node whose clock is behind. */
const KEPT_SECONDS = 60;

/** Deletes the ended windows of all callers. */
export async function deleteEndedWindows(db: Database): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE ends_at < extract(epoch FROM now()) - ${KEPT_SECONDS}`.execute(db);
}
