import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { RunBounds } from "./run-bounds.ts";

/** This month and two to come: a server that is down for weeks still has its partitions when it starts. */
const MONTHS_AHEAD = 3;

/** Makes the partitions of the coming months. Called before the first run and daily. */
export async function makePartitions(db: Database): Promise<void> {
  await sql`SELECT make_run_partitions((now() AT TIME ZONE 'UTC')::date, ${MONTHS_AHEAD})`.execute(db);
}

/** Lets go of what is past its time: contents, events, idempotency keys. Runs and model calls stay, as books do. */
export async function applyRetention(
  db: Database,
  bounds: Pick<RunBounds, "contentDays" | "eventDays">,
): Promise<void> {
  const dropBefore = (table: string, days: number) =>
    sql`SELECT drop_run_partitions(${table}, now() - make_interval(days => ${days}))`.execute(db);
  await dropBefore("run_contents", bounds.contentDays);
  await dropBefore("run_events", bounds.eventDays);
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`.execute(db);
}
