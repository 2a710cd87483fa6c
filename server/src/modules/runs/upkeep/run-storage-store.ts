import type { PlanType } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** The number of bytes that an account stores, and its plan. */
export interface StoredBytes {
  accountId: string;
  plan: PlanType;
  used: number;
  /** The part of the bytes that workflows store. */
  workflows: number;
}

/** Reads how much each account stores. Leaves out deleted accounts. */
export async function readStoredBytes(db: Queryable, accountIds: readonly string[]): Promise<StoredBytes[]> {
  const { rows } = await sql<StoredBytes>`
    SELECT a.account_id AS "accountId", a.plan_type AS plan, stored_bytes(a.account_id)::float8 AS used,
      workflow_value_bytes(a.account_id)::float8 AS workflows
    FROM account_plans a WHERE a.account_id = ANY(${[...accountIds]}::text[])`.execute(db);
  return rows;
}

/**
 * The number of runs whose content is removed in one transaction. Such a transaction takes well under a second even if
 * each run has a thousand events.
 */
const RUNS_PER_BATCH = 200;

/**
 * Removes the content of an account's oldest runs until the account stores at most `target` bytes. Returns the number
 * of these runs.
 */
export async function removeOldestContent(
  db: Queryable,
  accountId: string,
  { limit, target }: { limit: number; target: number },
): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await sql<{ removed: number }>`
      SELECT remove_oldest_run_content(${accountId}, ${limit}, ${Math.floor(target)}, ${RUNS_PER_BATCH}) AS removed`.execute(
      db,
    );
    const removed = rows[0]?.removed ?? 0;
    total += removed;
    if (removed < RUNS_PER_BATCH) return total;
  }
}
