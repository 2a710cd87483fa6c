import type { RunStatus } from "@stoa/contract";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/caller.ts";

/**
 * How many of an account's latest runs a list of tasks covers. Tasks are listed by their last update, which no index
 * has, because a run changes once after its start; sorting this many takes a few milliseconds.
 */
const LISTED_RUNS = 10_000;

/** The position of a task in a list, after which the next page begins. */
export interface TaskPosition {
  updatedAt: Date;
  runId: string;
}

interface ListOptions {
  agentId: number;
  contextId: string | undefined;
  statuses: readonly RunStatus[] | undefined;
  updatedAfter: Date | undefined;
  after: TaskPosition | undefined;
  limit: number;
}

export interface ListedTask extends TaskPosition {
  contextId: string;
  /** The number of tasks of all pages. */
  total: number;
}

/**
 * Returns the ID of the context of a run that is in no conversation. If a client continues it, the conversation gets this
 * ID.
 */
export const getOwnContext = (runId: string): string => runId.replace(/^run_/, "conv_");

/** Returns the conversation that a run began or continued; undefined if there is none. */
export async function findConversation(db: Database, runId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT conversation_id AS id FROM run_conversations
    WHERE run_id = ${runId} ORDER BY created_at, conversation_id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** Returns the ID of the context that a run belongs to. */
export async function readContext(db: Database, runId: string): Promise<string> {
  return (await findConversation(db, runId)) ?? getOwnContext(runId);
}

/** Lists the runs of an account with an agent, the most recently changed first. */
export async function listTasks(
  db: Database,
  { accountId }: Pick<Caller, "accountId">,
  { agentId, contextId, statuses, updatedAfter, after, limit }: ListOptions,
): Promise<{ tasks: ListedTask[]; total: number }> {
  const wanted = [sql`agent_id = ${agentId}`];
  if (contextId !== undefined) wanted.push(sql`context_id = ${contextId}`);
  if (statuses) wanted.push(sql`status = ANY (${[...statuses]}::text[])`);
  if (updatedAfter) wanted.push(sql`updated_at >= ${updatedAfter}`);
  const rest = after ? sql`(updated_at, run_id) < (${after.updatedAt}, ${after.runId})` : sql`true`;
  const { rows } = await sql<ListedTask>`
    WITH recent AS MATERIALIZED (
      SELECT r.run_id, r.agent_id, r.status,
        date_trunc('milliseconds', coalesce(r.ended_at, r.created_at)) AS updated_at
      FROM run_records r WHERE r.account_id = ${accountId} AND r.parent_id IS NULL
      ORDER BY r.run_id DESC LIMIT ${LISTED_RUNS}
    ), tasks AS (
      SELECT r.*, coalesce((
          SELECT c.conversation_id FROM run_conversations c WHERE c.run_id = r.run_id
          ORDER BY c.created_at, c.conversation_id LIMIT 1), 'conv_' || substr(r.run_id, 5)) AS context_id
      FROM recent r WHERE r.agent_id = ${agentId}
    ), wanted AS (SELECT * FROM tasks WHERE ${sql.join(wanted, sql` AND `)})
    SELECT run_id AS "runId", updated_at AS "updatedAt", context_id AS "contextId",
      (SELECT count(*) FROM wanted)::integer AS total
    FROM wanted WHERE ${rest} ORDER BY updated_at DESC, run_id DESC LIMIT ${limit}`.execute(db);
  return { tasks: rows, total: rows[0]?.total ?? 0 };
}
