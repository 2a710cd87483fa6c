import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";
import type { DataSubject } from "../../../platform/personal-data/personal-data.ts";

/** The active runs and the unspent money of an account that is about to be deleted. Money is in nano-USD. */
export interface Remaining {
  ownRuns: number;
  runsOfAgents: number;
  /** The amount that was earned or purchased, and not spent. */
  balance: bigint;
}

/**
 * Reads an account's active runs and unspent money. Locks the wallet, so that no run of the account can start
 * meanwhile.
 */
export async function readRemaining(tx: Tx, { accountId }: DataSubject): Promise<Remaining> {
  const wallet = await sql<{ balance: bigint }>`SELECT ledger_unspent(${accountId}) AS balance`.execute(tx);
  const live = await sql<Omit<Remaining, "balance">>`
    SELECT count(*) FILTER (WHERE account_id = ${accountId})::integer AS "ownRuns",
      count(*) FILTER (WHERE account_id <> ${accountId})::integer AS "runsOfAgents"
    FROM live_runs WHERE ${accountId} IN (account_id, developer_account_id)`.execute(tx);
  const [[money], [runs]] = [wallet.rows, live.rows];
  if (!money || !runs) throw new Error(`failed to read the runs and the balance of account ${accountId}`);
  return { ...money, ...runs };
}

/**
 * Locks the account's agents, and the agents whose rating changes because the user's reviews are erased. Locks them in
 * the order of their ids, so that two people who reviewed each other's agents can delete their accounts at the same
 * time without a deadlock.
 */
export async function lockAgents(tx: Tx, { userId, accountId }: DataSubject): Promise<void> {
  await sql`
    SELECT lock_agents(ARRAY(
      SELECT agent_id FROM agent_cards WHERE owner_account_id = ${accountId}
      UNION SELECT agent_id FROM reviewed_agents WHERE user_id = ${userId}))`.execute(tx);
}

/** Records that an account is being deleted. Returns false if this is already recorded. */
export async function insertErasure(tx: Tx, { userId, accountId }: DataSubject): Promise<boolean> {
  const inserted = await tx
    .insertInto("account_erasures")
    .values({ account_id: accountId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lists up to 100 accounts whose deletion began at least this long ago, oldest first. */
export async function listErasures(db: Queryable, seconds: number): Promise<DataSubject[]> {
  const { rows } = await sql<DataSubject>`
    SELECT user_id AS "userId", account_id AS "accountId" FROM account_erasures
    WHERE asked_at <= now() - make_interval(secs => ${seconds}) ORDER BY asked_at LIMIT 100`.execute(db);
  return rows;
}

export async function deleteErasure(db: Queryable, { accountId }: DataSubject): Promise<void> {
  await db.deleteFrom("account_erasures").where("account_id", "=", accountId).execute();
}
