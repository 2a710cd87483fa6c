import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** The data about a person that an operator sees, without anything that they wrote. Money is in nano-USD. */
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
  /** The size of the person's files, and what an operator has set in place of their plan's limit. In bytes. */
  fileBytes: bigint;
  fileLimit: bigint | null;
  /** `runs`, `failedRuns` and `costOfRuns` cover the last 30 days. */
  runs: number;
  failedRuns: number;
  costOfRuns: bigint;
}

/**
 * Finds a person by name, email address, id or account id. People who have deleted their account are found only by ids.
 */
export async function readUserRecord(db: Queryable, wanted: string): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`
    SELECT u.user_id AS "userId", u.account_id AS "accountId", u.username, u.email, u.created_at AS "createdAt",
      u.is_operator AS "isOperator", u.suspended_at AS "suspendedAt", u.suspension_reason AS "suspensionReason",
      u.deleted_at AS "leftAt", u.plan_type AS plan, w.balance, w.held, w.spent, e.earned,
      (SELECT count(*)::integer FROM agent_cards g
        WHERE g.owner_account_id = u.account_id AND g.deleted_at IS NULL) AS agents,
      coalesce(f.bytes, 0)::bigint AS "fileBytes", f.own_limit AS "fileLimit",
      u.sessions, u.keys, u.key_last_used_at AS "keyLastUsedAt", recent.*
    FROM account_records u
    JOIN wallet_balances w ON w.account_id = u.account_id
    JOIN account_earnings e ON e.account_id = u.account_id
    LEFT JOIN file_space f ON f.account_id = u.account_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE r.ended_at IS NULL)::integer AS "liveRuns", count(*)::integer AS runs,
        count(*) FILTER (WHERE r.status IN ('failed', 'timeout'))::integer AS "failedRuns",
        coalesce(sum(r.cost), 0)::bigint AS "costOfRuns"
      FROM run_records r WHERE r.account_id = u.account_id AND r.run_id >= run_id_at(now() - interval '30 days')
    ) recent
    WHERE lower(u.username) = lower(${wanted}) OR lower(u.email) = lower(${wanted})
      OR u.user_id = ${wanted} OR u.account_id = ${wanted}
    LIMIT 1`.execute(db);
  return rows[0];
}
