import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import type { MonthMovements } from "./movements.ts";

/**
 * Returns all months with movements, oldest first. Reads at most nine rows per month, whatever the number of movements.
 */
export async function readMonths(db: Queryable, accountId: string): Promise<MonthMovements[]> {
  const { rows } = await sql<MonthMovements>`
    SELECT to_char(month, 'YYYY-MM') AS month,
      coalesce(sum(amount) FILTER (WHERE kind IN ('grant', 'payment')), 0)::bigint AS credits,
      coalesce(sum(amount) FILTER (WHERE kind = 'run'), 0)::bigint AS runs,
      coalesce(sum(amount) FILTER (WHERE kind = 'failure_charge'), 0)::bigint AS "failureCharges",
      coalesce(sum(amount) FILTER (WHERE kind = 'claim'), 0)::bigint AS earned,
      coalesce(sum(amount) FILTER (WHERE kind = 'expiry'), 0)::bigint AS expired,
      coalesce(sum(amount) FILTER (WHERE kind IN ('reversal', 'clawback')), 0)::bigint AS reversed,
      sum(entries)::bigint AS entries
    FROM wallet_months_of(${accountId})
    GROUP BY month ORDER BY month`.execute(db);
  return rows;
}
