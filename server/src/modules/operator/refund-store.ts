import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

/** A run with its recorded charge. Amounts are in nano-USD. */
export interface BookedRun {
  id: string;
  rootId: string;
  hasEnded: boolean;
  agentId: number;
  agentName: string;
  payerAccountId: string;
  developerAccountId: string;
  transferId: string | null;
  gross: bigint;
  net: bigint;
  reversedBy: string | null;
}

/**
 * Returns a run and its child runs, in the order in which they started. Each has the transfer that charged its caller,
 * if there is one: for its work, or for its model calls if it failed.
 */
export async function readBookedRuns(db: Queryable, runId: string): Promise<BookedRun[]> {
  const { rows } = await sql<BookedRun>`
    WITH RECURSIVE tree AS (
      SELECT r.* FROM run_records r WHERE r.run_id = ${runId}
      UNION ALL SELECT r.* FROM run_records r JOIN tree ON r.parent_id = tree.run_id
    )
    SELECT tree.run_id AS id, tree.root_id AS "rootId", tree.ended_at IS NOT NULL AS "hasEnded", tree.agent_id AS "agentId",
      tree.agent_name AS "agentName", tree.account_id AS "payerAccountId",
      tree.developer_account_id AS "developerAccountId", t.transfer_id AS "transferId", coalesce(t.gross, 0) AS gross,
      coalesce(t.net, 0) AS net, v.transfer_id AS "reversedBy"
    FROM tree
    LEFT JOIN run_transfers t ON t.run_id = tree.run_id AND t.kind IN ('run', 'failure_charge') AND t.gross > 0
    LEFT JOIN run_transfers v ON v.reverses_id = t.transfer_id
    ORDER BY tree.run_id`.execute(db);
  return rows;
}

/** Locks wallets in the order that every transaction uses, so that two transactions never deadlock. */
export async function lockWallets(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await sql`SELECT ledger_lock_wallets(${[...accountIds]}::text[])`.execute(tx);
}

/**
 * Returns the amount that the platform lost in this transaction, in nano-USD: payments to providers, and earnings that
 * were already spent.
 */
export async function readLostAmount(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ lost: bigint }>`
    SELECT ledger_lost_in_transaction() AS lost`.execute(tx);
  return rows[0]?.lost ?? 0n;
}
