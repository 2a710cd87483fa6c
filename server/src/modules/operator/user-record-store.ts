import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** What an operator needs to know of a person; nothing that they wrote. Money in nano-USD. */
export interface UserRecord {
  userId: string;
  accountId: string;
  username: string;
  email: string | null;
  createdAt: Date;
  isOperator: boolean;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  leftAt: Date | null;
  plan: string;
  balance: bigint;
  held: bigint;
  spent: bigint;
  earned: bigint;
  agents: number;
  sessions: number;
  keys: number;
  keyLastUsedAt: Date | null;
  liveRuns: number;
  /** Of the last 30 days. */
  runs: number;
  failedRuns: number;
  costOfRuns: bigint;
}

/** Somebody by their name, their e-mail address, their id or that of their account; who has left by their ids alone. */
export async function readUserRecord(db: Queryable, wanted: string): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`
    SELECT u.id AS "userId", m.account_id AS "accountId", u.username, i.email, u.created_at AS "createdAt",
      u.is_operator AS "isOperator", u.suspended_at AS "suspendedAt", u.suspension_reason AS "suspensionReason",
      u.deleted_at AS "leftAt", a.plan_type AS plan, w.balance, w.held, w.spent, e.total + w.claimed AS earned,
      (SELECT count(*)::integer FROM agents g WHERE g.owner_account_id = a.id AND g.deleted_at IS NULL) AS agents,
      (SELECT count(*)::integer FROM sessions s
        WHERE s.user_id = u.id AND s.revoked_at IS NULL AND s.expires_at > now()) AS sessions,
      keys.live AS keys, keys.last_used AS "keyLastUsedAt", recent.*
    FROM users u
    JOIN memberships m ON m.user_id = u.id AND m.role = 'owner'
    JOIN accounts a ON a.id = m.account_id
    JOIN wallets w ON w.account_id = a.id
    CROSS JOIN LATERAL ledger_account_balance(w.earnings_ledger_id) e
    LEFT JOIN user_identities i ON i.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE k.revoked_at IS NULL)::integer AS live, max(k.last_used_at) AS last_used
      FROM api_keys k WHERE k.account_id = a.id
    ) keys
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE r.ended_at IS NULL)::integer AS "liveRuns", count(*)::integer AS runs,
        count(*) FILTER (WHERE r.status IN ('failed', 'timeout'))::integer AS "failedRuns",
        coalesce(sum(r.cost), 0)::bigint AS "costOfRuns"
      FROM runs r WHERE r.account_id = a.id AND r.id >= run_id_at(now() - interval '30 days')
    ) recent
    WHERE lower(u.username) = lower(${wanted}) OR lower(i.email) = lower(${wanted})
      OR u.id = ${wanted} OR a.id = ${wanted}
    LIMIT 1`.execute(db);
  return rows[0];
}
