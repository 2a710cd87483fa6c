import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/**
 * Counts one call against this month's quota. Concurrent calls wait for the row lock, so that each sees the previous
 * count and the quota is enforced exactly. Returns whether the call was counted.
 */
export async function countOneUse(db: Queryable, connectorId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE connectors
    SET current_usage = CASE WHEN usage_month = utc_month() THEN current_usage ELSE 0 END + 1, usage_month = utc_month()
    WHERE id = ${connectorId} AND is_active
      AND (usage_quota IS NULL
        OR CASE WHEN usage_month = utc_month() THEN current_usage ELSE 0 END < usage_quota)`.execute(db);
  return numAffectedRows === 1n;
}

/** Returns the reason why a call was not counted. */
export async function readUncountedReason(
  db: Queryable,
  connectorId: string,
): Promise<"quota_reached" | "inactive" | "gone"> {
  const row = await db
    .selectFrom("connectors")
    .select("is_active")
    .where("id", "=", connectorId)
    .executeTakeFirst();
  if (!row) return "gone";
  return row.is_active ? "quota_reached" : "inactive";
}
