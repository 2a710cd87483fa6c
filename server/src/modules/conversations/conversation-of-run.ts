import { sql } from "kysely";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { insertConversation, type Visitor } from "./conversation-store.ts";

interface ConversationAccess {
  db: Database;
  contentVault: ContentVault;
}

/** A turn of a conversation that another turn can follow. */
export interface FollowableTurn {
  conversationId: string;
  turn: number;
  agentId: number;
}

/**
 * Returns the turn that a run is in a conversation of its caller. A run that stands alone becomes the first turn of a new
 * conversation, so that clients that refer to earlier answers need not know about conversations. The next
 * turn gives the conversation its title.
 * @returns undefined if the person has not started this run
 */
export function findTurnOfRun(
  { db, contentVault }: ConversationAccess,
  { userId, accountId }: { userId: string; accountId: string },
  runId: string,
): Promise<FollowableTurn | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ agentId: number; inputTokens: number }>`
      SELECT agent_id AS "agentId", input_tokens AS "inputTokens"
      FROM run_records WHERE run_id = ${runId} AND user_id = ${userId} AND parent_id IS NULL`.execute(tx);
    const [run] = rows;
    if (!run) return undefined;
    // Two requests that continue the same answer must find the same conversation.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${runId}, 0))`.execute(tx);
    const { rows: turns } = await sql<{ conversationId: string; turn: number }>`
      SELECT t.conversation_id AS "conversationId", t.turn
      FROM conversation_turns t JOIN conversations c ON c.id = t.conversation_id
      WHERE t.run_id = ${runId} AND c.user_id = ${userId} ORDER BY c.created_at, c.id LIMIT 1`.execute(tx);
    const [known] = turns;
    const { agentId } = run;
    if (known) return { ...known, agentId };
    const conversationId = await insertConversation(tx, contentVault, {
      ...{ id: getConversationId(runId), accountId, userId, agentId },
      title: undefined,
      maxCost: undefined,
    });
    await sql`
      WITH first AS (
        INSERT INTO conversation_turns (conversation_id, turn, run_id, message_tokens)
        VALUES (${conversationId}, 1, ${runId}, ${run.inputTokens}) RETURNING turn
      )
      UPDATE conversations SET turns = 1, current_turn = first.turn FROM first WHERE id = ${conversationId}`.execute(
      tx,
    );
    return { conversationId, turn: 1, agentId };
  });
}

/** Returns the ID of the conversation that begins with a run which stands alone, as soon as another turn follows. */
const getConversationId = (runId: string) => runId.replace(/^run_/, "conv_");

/**
 * Makes sure that a conversation of a person with an agent exists. A conversation that no turn has continued yet exists
 * only as its first run.
 * @returns false if the person has no such conversation
 */
export async function openConversation(
  access: ConversationAccess,
  caller: { userId: string; accountId: string },
  { id, agentId }: { id: string; agentId: number },
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT EXISTS (SELECT FROM conversations
      WHERE id = ${id} AND user_id = ${caller.userId} AND agent_id = ${agentId}) AS exists`.execute(
    access.db,
  );
  if (rows[0]?.exists) return true;
  const first = await findTurnOfRun(access, caller, id.replace(/^conv_/, "run_"));
  return first?.conversationId === id && first.agentId === agentId;
}

/** Begins a conversation for a run that must start in one, of the person or of a visitor. @returns its ID */
export function beginConversation(
  { db, contentVault }: ConversationAccess,
  { userId, accountId }: { userId: string; accountId: string },
  agentId: number,
  visitor?: Visitor,
): Promise<string> {
  return insertConversation(db, contentVault, {
    accountId,
    userId,
    agentId,
    title: undefined,
    maxCost: undefined,
    visitor,
  });
}

/** Removes a conversation whose first turn did not start. */
export async function dropEmptyConversation(db: Database, id: string): Promise<void> {
  await sql`DELETE FROM conversations WHERE id = ${id} AND turns = 0`.execute(db);
}
