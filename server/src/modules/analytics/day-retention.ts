import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** A year may be asked for; a month more, so that no answer meets its edge. */
const KEPT_DAYS = 400;
/** A statement of some ten milliseconds. */
const BATCH = 5_000;

/** Removes times and users of days that no span reaches any more, a batch at a time. */
export async function forgetOldDays(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ gone: bigint }>`
      SELECT forget_run_days((now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}::integer, ${BATCH}) AS gone`.execute(
      db,
    );
    if ((rows[0]?.gone ?? 0n) === 0n) return;
  }
}
