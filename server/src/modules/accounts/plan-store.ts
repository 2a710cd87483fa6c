import type { PlanType } from "@stoa/contract";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/**
 * Moves an account to a plan. The open subscription ends, and a new one starts today (UTC). Returns the previous plan.
 */
export async function changePlan(tx: Tx, accountId: string, plan: PlanType): Promise<string> {
  const account = await tx
    .selectFrom("accounts")
    .select("plan_type")
    .where("id", "=", accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable("accounts").set({ plan_type: plan }).where("id", "=", accountId).execute();
  await tx
    .updateTable("subscriptions")
    .set({ ended_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .execute();
  await tx
    .insertInto("subscriptions")
    .values({
      account_id: accountId,
      plan_type: plan,
      period_anchor: sql<string>`(now() AT TIME ZONE 'UTC')::date`,
    })
    .execute();
  return account.plan_type;
}

export interface StartedPeriod {
  accountId: string;
  planType: string;
  startsOn: string;
}

/**
 * Marks every period of the given plans that has begun and is not yet marked. Periods of subscriptions that started on
 * the 29th, 30th or 31st begin on the last day of shorter months. Any number of nodes can call this concurrently,
 * because only one of them marks a period.
 */
export async function markStartedPeriods(tx: Tx, plans: PlanType[]): Promise<StartedPeriod[]> {
  const { rows } = await sql<StartedPeriod>`
    INSERT INTO plan_periods (account_id, starts_on, plan_type)
    SELECT s.account_id, (s.period_anchor + make_interval(months => n))::date, s.plan_type
    FROM subscriptions s
    CROSS JOIN LATERAL age((now() AT TIME ZONE 'UTC')::date, s.period_anchor) AS lived
    CROSS JOIN LATERAL generate_series(0, (12 * extract(year FROM lived) + extract(month FROM lived) + 1)::int) AS n
    WHERE s.ended_at IS NULL AND s.plan_type = ANY (${plans})
      AND s.period_anchor + make_interval(months => n) <= (now() AT TIME ZONE 'UTC')::date
    ON CONFLICT DO NOTHING
    RETURNING account_id AS "accountId", plan_type AS "planType", starts_on AS "startsOn"`.execute(tx);
  return rows;
}
