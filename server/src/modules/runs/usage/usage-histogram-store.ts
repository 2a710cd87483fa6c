import type { Period } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import { matches, PERIODS, spentOn, type UsageFilter } from "./usage-store.ts";

export interface UsageBucket {
  start: Date;
  success: bigint;
  error: bigint;
  cost: bigint;
}

/** The ended runs that match by hours or days of UTC, oldest first; a bucket without any is there with zeros. */
export async function readUsageHistogram(
  db: Queryable,
  filter: UsageFilter & { period: Period },
  bucket: "hour" | "day",
): Promise<UsageBucket[]> {
  const period = PERIODS[filter.period];
  const contents = filter.search === undefined ? sql`` : sql`LEFT JOIN run_contents c ON c.run_id = r.id`;
  const { rows } = await sql<UsageBucket>`
    WITH counted AS (
      SELECT date_trunc(${bucket}, r.created_at, 'UTC') AS start,
        count(*) FILTER (WHERE r.status = 'completed') AS success,
        count(*) FILTER (WHERE r.status <> 'completed') AS error,
        sum(${spentOn(filter)})::bigint AS cost
      FROM runs r ${contents} WHERE ${matches(filter)} GROUP BY 1
    )
    SELECT start, coalesce(success, 0) AS success, coalesce(error, 0) AS error, coalesce(cost, 0) AS cost
    FROM generate_series(date_trunc(${bucket}, now() - ${period}::interval, 'UTC'), now(),
      ('1 ' || ${bucket})::interval, 'UTC') AS start
      LEFT JOIN counted USING (start)
    ORDER BY start`.execute(db);
  return rows;
}
