import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import type { AccountBalance, RevenueDay } from "./ledger.ts";

/** Returns an account's balance from one snapshot. @throws Error if the account has no wallet. */
export async function readBalance(db: Queryable, accountId: string): Promise<AccountBalance> {
  const { rows } = await sql<AccountBalance>`
    SELECT w.balance, w.held, w.spent AS "totalSpent", e.total + w.claimed AS "totalEarned", e.total AS claimable
    FROM wallets w CROSS JOIN LATERAL ledger_account_balance(w.earnings_ledger_id) e
    WHERE w.account_id = ${accountId}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error(`account ${accountId} has no wallet`);
  return row;
}

/** Returns the revenue of the last `days` UTC days, including today. */
export async function readRevenue(db: Queryable, agentId: number, days: number): Promise<RevenueDay[]> {
  const { rows } = await sql<RevenueDay>`
    SELECT to_char(day, 'YYYY-MM-DD') AS date, sum(executions)::integer AS executions, sum(gross)::bigint AS gross,
      sum(model_cost)::bigint AS "modelCost", sum(fee)::bigint AS "platformFee", sum(revenue)::bigint AS revenue
    FROM agent_revenue
    WHERE agent_id = ${agentId} AND day > (now() AT TIME ZONE 'UTC')::date - ${days}::integer
    GROUP BY day ORDER BY day`.execute(db);
  return rows;
}

/** Returns every inconsistency in the books. */
export async function audit(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`SELECT finding FROM ledger_audit()`.execute(db);
  return rows.map((row) => row.finding);
}
