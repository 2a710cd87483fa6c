import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/**
 * The number of days for which times and users are kept. A span may be a year long. The extra month ensures that no
 * request reads days that are being removed.
 */
const KEPT_DAYS = 400;
/** The number of rows to remove per statement, which takes about ten milliseconds. */
const BATCH = 5_000;

/** Removes times and users of days that no span can include anymore, one batch at a time. */
export async function forgetOldDays(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ gone: bigint }>`
      SELECT forget_run_days((now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}::integer, ${BATCH}) AS gone`.execute(
      db,
    );
    if ((rows[0]?.gone ?? 0n) === 0n) return;
  }
}
