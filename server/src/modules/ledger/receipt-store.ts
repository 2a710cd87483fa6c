import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import type { ReceiptMovement } from "./movements.ts";

/**
 * A movement of an account's own wallet; `undefined` also for another's. All of a wallet's transfers are made under its
 * lock, so their ids are in the order of its balances: what came later is taken off the present one.
 */
export async function readReceipt(
  db: Queryable,
  accountId: string,
  transferId: string,
): Promise<ReceiptMovement | undefined> {
  const { rows } = await sql<ReceiptMovement>`
    SELECT t.id, t.created_at AS "createdAt", t.kind, t.run_id AS "runId", t.agent_id AS "agentId",
      t.agent_name AS "agentName", t.grant_kind AS "grantKind", t.grant_period AS "grantPeriod",
      t.payer_account_id = ${accountId} AS "isPayer", moved.amount, t.reverses_id AS reverses,
      (SELECT r.id FROM transfers r WHERE r.reverses_id = t.id) AS "reversedBy",
      w.balance - (
        SELECT coalesce(sum(p.amount), 0)::bigint FROM postings p
        WHERE p.ledger_account_id = w.wallet_ledger_id AND p.lot_id IS NOT NULL AND p.transfer_id > t.id
      ) AS "balanceAfter"
    FROM transfers t
    JOIN wallets w ON w.account_id = ${accountId}
    CROSS JOIN LATERAL (
      SELECT sum(p.amount)::bigint AS amount FROM postings p
      WHERE p.transfer_id = t.id AND p.ledger_account_id = w.wallet_ledger_id AND p.lot_id IS NOT NULL
    ) moved
    WHERE t.id = ${transferId} AND moved.amount IS NOT NULL`.execute(db);
  return rows[0];
}
