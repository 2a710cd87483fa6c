import { sql } from "kysely";
import { generateLinkToken, hashToken } from "../../platform/crypto/tokens.ts";
import type { Queryable } from "../../platform/db/database.ts";

interface Sharer {
  accountId: string;
  userId: string;
}

/** Creates a link to a run, and revokes the earlier link. @returns the link's token */
export async function createLink(
  db: Queryable,
  runId: string,
  { accountId, userId }: Sharer,
): Promise<string> {
  const token = generateLinkToken();
  await sql`
    INSERT INTO run_links (run_id, account_id, user_id, token_hash)
    VALUES (${runId}, ${accountId}, ${userId}, ${hashToken(token)})
    ON CONFLICT (run_id) DO UPDATE
      SET user_id = excluded.user_id, token_hash = excluded.token_hash, created_at = now()`.execute(db);
  return token;
}

/** Returns when a run of this account was shared; undefined if it has no link. */
export async function findSharedAt(
  db: Queryable,
  runId: string,
  accountId: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    SELECT created_at FROM run_links WHERE run_id = ${runId} AND account_id = ${accountId}`.execute(db);
  return rows[0]?.created_at;
}

export async function deleteLink(db: Queryable, runId: string, accountId: string): Promise<void> {
  await sql`DELETE FROM run_links WHERE run_id = ${runId} AND account_id = ${accountId}`.execute(db);
}

export interface RunLinkRow {
  run_id: string;
  account_id: string;
  shared_at: Date;
}

/** Finds the link with this token. What a suspended person shared is not shown. */
export async function findLink(db: Queryable, token: string): Promise<RunLinkRow | undefined> {
  const { rows } = await sql<RunLinkRow>`
    SELECT l.run_id, l.account_id, l.created_at AS shared_at FROM run_links l
    WHERE l.token_hash = ${hashToken(token)}
      AND NOT EXISTS (SELECT FROM suspended_people p WHERE p.user_id = l.user_id)
      AND NOT EXISTS (SELECT FROM suspended_accounts a WHERE a.account_id = l.account_id)`.execute(db);
  return rows[0];
}

/**
 * Deletes the links to runs whose content was deleted. They show nothing anymore. The subquery keeps PostgreSQL from
 * reading all runs: it looks up the run of each link.
 */
export async function deleteEndedLinks(db: Queryable): Promise<void> {
  await sql`
    DELETE FROM run_links l
    WHERE (SELECT t.input IS NULL FROM run_texts t WHERE t.run_id = l.run_id) IS NOT FALSE`.execute(db);
}
