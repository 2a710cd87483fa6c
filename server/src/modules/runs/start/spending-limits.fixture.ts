import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";

/** Limits in nano-USD. A missing value means no limit. */
interface SpendingLimits {
  perRun?: bigint | undefined;
  perDay?: bigint | undefined;
  perMonth?: bigint | undefined;
}

/** Sets the limits of an account, or of one of its keys. */
export async function limit(
  db: Database,
  accountId: string,
  limits: SpendingLimits,
  keyId = "",
): Promise<void> {
  await sql`SELECT set_spending_limits(${accountId}, ${keyId}, ${limits.perRun ?? null}::bigint,
    ${limits.perDay ?? null}::bigint, ${limits.perMonth ?? null}::bigint)`.execute(db);
}

/** Returns the amount that counts toward today's limits of an account, or of one of its keys. */
export async function counted(db: Database, accountId: string, keyId = ""): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    SELECT amount FROM spending_days WHERE account_id = ${accountId} AND key_id = ${keyId}
      AND day = (now() AT TIME ZONE 'UTC')::date`.execute(db);
  return rows[0]?.amount ?? 0n;
}

/**
 * Sums the costs of an account's runs from the `runs` table. With a key, sums only the runs that the key started and
 * their child runs.
 */
export async function costOfRuns(db: Database, accountId: string, keyId?: string): Promise<bigint> {
  const { rows } = await sql<{ cost: bigint }>`
    SELECT coalesce(sum(r.cost), 0)::bigint AS cost FROM runs r JOIN runs root ON root.id = r.root_id
    WHERE r.account_id = ${accountId} AND (${keyId ?? null}::text IS NULL OR root.api_key_id = ${keyId ?? null})
  `.execute(db);
  return rows[0]?.cost ?? 0n;
}
