import type { AgentMemory } from "@stoa/contract";
import { type RawBuilder, sql } from "kysely";
import { type ContentVault, placeTitle } from "../../platform/crypto/content-vault.ts";
import type { Database, Queryable, Tx } from "../../platform/db/database.ts";
import { createId } from "../../platform/db/new-id.ts";

/** A conversation as its owner sees it. Amounts are in nano-USD. */
export interface ConversationRow {
  id: string;
  agent_id: number;
  agent_name: string;
  title: string | null;
  memory: Exclude<AgentMemory, "none"> | null;
  turns: number;
  current_turn: number | null;
  cost: bigint;
  max_cost: bigint | null;
  is_shared: boolean;
  created_at: Date;
  updated_at: Date;
}

type SealedConversationRow = Omit<ConversationRow, "title"> & { user_id: string; title: Buffer | null };

const selectConversations = (where: RawBuilder<unknown>) => sql<SealedConversationRow>`
  SELECT c.id, c.user_id, c.agent_id, a.name AS agent_name, c.title, a.memory, c.turns, c.current_turn,
    conversation_cost(c.id, false) AS cost, c.max_cost, l.conversation_id IS NOT NULL AS is_shared,
    c.created_at, c.updated_at
  FROM conversations c JOIN agent_memories a ON a.agent_id = c.agent_id
  LEFT JOIN conversation_links l ON l.conversation_id = c.id
  WHERE ${where}`;

/**
 * Returns the title of a conversation; null if its key is missing, so that the list of conversations is shown. Reading what
 * was said in the conversation shows the error.
 */
export function openTitle(
  vault: ContentVault,
  row: { id: string; user_id: string; title: Buffer | null },
): string | null {
  return row.title === null
    ? null
    : vault.openIfKnown(row.title, placeTitle({ id: row.id, userId: row.user_id }));
}

function openConversation(vault: ContentVault, sealed: SealedConversationRow): ConversationRow {
  const { user_id: _, ...row } = sealed;
  return { ...row, title: openTitle(vault, sealed) };
}

/** A visitor of a web page that embeds an agent. */
export interface Visitor {
  /** The publishable key of the page. */
  keyId: string;
  /** The hash of the token by which the visitor is known again. */
  hash: Buffer;
}

/** Returns the ID of the last conversation that a visitor began with a key. */
export async function findConversationOfVisitor(
  db: Queryable,
  { keyId, hash }: Visitor,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations WHERE visitor_key_id = ${keyId} AND visitor_hash = ${hash} AND turns > 0
    ORDER BY created_at DESC, id DESC LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** Returns whether a run is a turn of one of a visitor's conversations. */
export async function isRunOfVisitor(
  db: Queryable,
  { keyId, hash }: Visitor,
  runId: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM conversation_turns t JOIN conversations c ON c.id = t.conversation_id
    WHERE t.run_id = ${runId} AND c.visitor_key_id = ${keyId} AND c.visitor_hash = ${hash}`.execute(db);
  return rows.length > 0;
}

export async function insertConversation(
  db: Queryable,
  vault: ContentVault,
  values: {
    /** The ID, if it follows from the first run. */
    id?: string;
    accountId: string;
    userId: string;
    agentId: number;
    title: string | undefined;
    maxCost: bigint | undefined;
    /** The visitor of a web page who begins it, if it is not the person. */
    visitor?: Visitor | undefined;
  },
): Promise<string> {
  const { id = createId("conv"), accountId, userId, agentId, title, maxCost, visitor } = values;
  const sealed = title === undefined ? null : vault.seal(title, placeTitle({ id, userId }));
  await sql`
    INSERT INTO conversations (id, account_id, user_id, agent_id, title, max_cost, visitor_key_id, visitor_hash)
    VALUES (${id}, ${accountId}, ${userId}, ${agentId}, ${sealed}, ${maxCost ?? null}, ${visitor?.keyId ?? null},
      ${visitor?.hash ?? null})`.execute(db);
  return id;
}

export async function findConversation(
  db: Queryable,
  vault: ContentVault,
  userId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await selectConversations(sql`c.id = ${id} AND c.user_id = ${userId}`).execute(db);
  return rows[0] && openConversation(vault, rows[0]);
}

/** The last conversation of a page, after which the next page begins. */
export interface ListPosition {
  updatedAt: Date;
  id: string;
}

/** Lists a person's conversations, the most recently used first. */
export async function listConversations(
  db: Database,
  vault: ContentVault,
  userId: string,
  {
    agentId,
    search,
    after,
    limit,
  }: {
    agentId: number | undefined;
    search: string | undefined;
    after: ListPosition | undefined;
    limit: number;
  },
): Promise<ConversationRow[]> {
  // What visitors of web pages write would bury the person's own conversations. It is in the usage logs.
  const conditions = [sql`c.user_id = ${userId} AND c.visitor_key_id IS NULL`];
  if (agentId !== undefined) conditions.push(sql`c.agent_id = ${agentId}`);
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
    const titled = await searchTitles(db, vault, userId, search);
    conditions.push(sql`(c.id = ANY (${titled}::text[]) OR a.name ILIKE ${pattern})`);
  }
  if (after)
    conditions.push(
      sql`(date_trunc('milliseconds', c.updated_at), c.id) < (${after.updatedAt}, ${after.id})`,
    );
  const { rows } = await sql<SealedConversationRow>`
    ${selectConversations(sql.join(conditions, sql` AND `))}
    ORDER BY date_trunc('milliseconds', c.updated_at) DESC, c.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => openConversation(vault, row));
}

/** Returns a person's conversations whose titles contain a text. Titles are encrypted, so SQL cannot search them. */
async function searchTitles(
  db: Database,
  vault: ContentVault,
  userId: string,
  search: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; user_id: string; title: Buffer }>`
    SELECT id, user_id, title FROM conversations WHERE user_id = ${userId} AND title IS NOT NULL`.execute(db);
  const text = search.toLowerCase();
  return rows.filter((row) => openTitle(vault, row)?.toLowerCase().includes(text)).map(({ id }) => id);
}

/** Locks a conversation. @returns `undefined` if this person has no such conversation */
export async function lockConversation(
  tx: Tx,
  vault: ContentVault,
  userId: string,
  id: string,
): Promise<{ agentId: number; title: string | null; currentTurn: number | null } | undefined> {
  const { rows } = await sql<{ agentId: number; title: Buffer | null; currentTurn: number | null }>`
    SELECT agent_id AS "agentId", title, current_turn AS "currentTurn" FROM conversations
    WHERE id = ${id} AND user_id = ${userId} FOR UPDATE`.execute(tx);
  const [row] = rows;
  return row && { ...row, title: openTitle(vault, { id, user_id: userId, title: row.title }) };
}

/** Changes the given fields. A null `maxCost` removes the cap. */
export async function updateConversation(
  tx: Tx,
  vault: ContentVault,
  conversation: { id: string; userId: string },
  changes: {
    title?: string | undefined;
    maxCost?: bigint | null | undefined;
    currentTurn?: number | undefined;
  },
): Promise<void> {
  const { title, maxCost, currentTurn } = changes;
  const sealed = title === undefined ? null : vault.seal(title, placeTitle(conversation));
  await sql`
    UPDATE conversations SET title = coalesce(${sealed}, title),
      max_cost = CASE WHEN ${maxCost !== undefined} THEN ${maxCost ?? null}::bigint ELSE max_cost END,
      current_turn = coalesce(${currentTurn ?? null}, current_turn)
    WHERE id = ${conversation.id}`.execute(tx);
}

/**
 * Deletes a conversation, and the contents of its runs that are in no other conversation.
 * @returns false, with nothing deleted, if one of its runs is active
 */
export async function deleteConversation(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ run_id: string; is_active: boolean; is_elsewhere: boolean }>`
    SELECT t.run_id, r.ended_at IS NULL AS is_active, EXISTS (
      SELECT FROM conversation_turns o WHERE o.run_id = t.run_id AND o.conversation_id <> ${id}) AS is_elsewhere
    FROM conversation_turns t JOIN run_texts r ON r.run_id = t.run_id WHERE t.conversation_id = ${id}`.execute(
    tx,
  );
  if (rows.some(({ is_active }) => is_active)) return false;
  const runs = rows.filter(({ is_elsewhere }) => !is_elsewhere).map(({ run_id }) => run_id);
  await sql`DELETE FROM conversations WHERE id = ${id}`.execute(tx);
  await sql`SELECT remove_run_contents(${accountId}, ${runs}::text[])`.execute(tx);
  await sql`SELECT erase_session_values(${accountId}, ${id})`.execute(tx);
  return true;
}
