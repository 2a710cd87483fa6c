import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { RunBounds } from "../run-bounds.ts";

/**
 * The number of months with partitions: this month and two more. A server that was down for weeks still has the
 * partitions that it needs when it starts.
 */
const MONTHS_AHEAD = 3;

/** Creates the partitions of the coming months. Called before the first run and then every hour. */
export async function makePartitions(db: Database): Promise<void> {
  await sql`SELECT make_run_partitions((now() AT TIME ZONE 'UTC')::date, ${MONTHS_AHEAD})`.execute(db);
}

/** Tables with content that people and models wrote. Events are included, because they contain the answer. */
const CONTENT_TABLES = ["run_contents", "run_events", "model_call_contents"];

/**
 * Deletes run content that is past its retention period, with the counts of its bytes, and idempotency keys after a
 * day. Runs and model calls stay, because they are accounting records.
 */
export async function applyRetention(
  db: Database,
  { contentDays }: Pick<RunBounds, "contentDays">,
): Promise<void> {
  for (const table of CONTENT_TABLES)
    await sql`SELECT drop_run_partitions(${table}, now() - make_interval(days => ${contentDays}))`.execute(
      db,
    );
  await sql`
    DELETE FROM run_storage WHERE (month + interval '1 month') AT TIME ZONE 'UTC' <= now() - make_interval(days => ${contentDays})`.execute(
    db,
  );
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`.execute(db);
}
