import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import { LONGEST_TRANSACTION } from "./longest-transaction.ts";
import type { ReceiptMovement } from "./movements.ts";

/**
 * Returns a movement of an account's wallet; `undefined` if the wallet has no such movement. A wallet's transfers are
 * created under its lock, so the order of their ids is the order of its balances. The balance after a movement is
 * therefore the current balance minus all later movements.
 */
export async function readReceipt(
  db: Queryable,
  accountId: string,
  transferId: string,
): Promise<ReceiptMovement | undefined> {
  const { rows } = await sql<ReceiptMovement>`
    SELECT t.id, t.created_at AS "createdAt", t.kind, t.run_id AS "runId", t.agent_id AS "agentId",
      t.agent_name AS "agentName", t.grant_kind AS "grantKind", t.grant_period AS "grantPeriod",
      t.free_per_day AS "freePerDay",
      t.payer_account_id = ${accountId} AS "isPayer", moved.amount, t.reverses_id AS reverses,
      (SELECT r.id FROM transfers r WHERE r.reverses_id = t.id) AS "reversedBy",
      w.balance - later.amount AS "balanceAfter"
    FROM transfers t
    JOIN wallets w ON w.account_id = ${accountId}
    CROSS JOIN LATERAL (
      SELECT sum(p.amount)::bigint AS amount FROM postings p
      WHERE p.transfer_id = t.id AND p.ledger_account_id = w.wallet_ledger_id AND p.lot_id IS NOT NULL
    ) moved
    CROSS JOIN LATERAL (${selectLaterSum(accountId)}) later
    WHERE t.id = ${transferId} AND moved.amount IS NOT NULL`.execute(db);
  return rows[0];
}

/**
 * Sums the movements of wallet `w` that have a later id than `t`. Uses monthly totals for the later months, and
 * postings for the rest of the month of `t`. A transfer belongs to the month in which its transaction started, and its
 * id is created soon afterwards. Ids of two months can therefore overlap around a month's end, so the postings of both
 * months are read there.
 */
function selectLaterSum(accountId: string) {
  const movedIn = sql`FROM postings p JOIN transfers f ON f.id = p.transfer_id
    WHERE p.ledger_account_id = w.wallet_ledger_id AND p.lot_id IS NOT NULL
      AND p.transfer_id >= m.next AND p.transfer_id < m.settled AND f.id >= m.next AND f.id < m.settled`;
  return sql`
    SELECT ((
        SELECT coalesce(sum(o.amount), 0) FROM wallet_months_of(${accountId}) o WHERE o.month > m.month
      ) + (
        SELECT coalesce(sum(p.amount), 0) FROM postings p
        WHERE p.ledger_account_id = w.wallet_ledger_id AND p.lot_id IS NOT NULL
          AND p.transfer_id > t.id AND p.transfer_id < m.next
      ) + (
        SELECT coalesce(sum(p.amount), 0) ${movedIn} AND f.created_at < m.over AND p.transfer_id > t.id
      ) - (
        SELECT coalesce(sum(p.amount), 0) ${movedIn} AND f.created_at >= m.over AND p.transfer_id <= t.id
      ))::bigint AS amount
    FROM (
      SELECT month, over, transfer_id_at(over) AS next,
        transfer_id_at(over + ${LONGEST_TRANSACTION}::interval) AS settled
      FROM (SELECT month_of(t.created_at) AS month,
        (month_of(t.created_at) + interval '1 month') AT TIME ZONE 'UTC' AS over) own
    ) m`;
}
