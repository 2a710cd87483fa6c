import { sql } from "kysely";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import { generateLinkToken, hashToken } from "../../platform/crypto/tokens.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { openTitle } from "./conversation-store.ts";

/** Creates a link to a conversation up to a turn, and revokes the earlier link. @returns the link's token */
export async function createLink(db: Queryable, id: string, lastTurn: number): Promise<string> {
  const token = generateLinkToken();
  await sql`
    INSERT INTO conversation_links (conversation_id, token_hash, last_turn) VALUES (${id}, ${hashToken(token)}, ${lastTurn})
    ON CONFLICT (conversation_id) DO UPDATE
      SET token_hash = excluded.token_hash, last_turn = excluded.last_turn, created_at = now()`.execute(db);
  return token;
}

export async function deleteLink(db: Queryable, id: string): Promise<void> {
  await sql`DELETE FROM conversation_links WHERE conversation_id = ${id}`.execute(db);
}

export interface LinkedConversation {
  id: string;
  account_id: string;
  agent_id: number;
  agent_name: string;
  title: string | null;
  last_turn: number;
  shared_at: Date;
}

/** Finds the conversation of a link. A suspended person's conversations are not shown, nor the name of a private agent. */
export async function findLinked(
  db: Database,
  vault: ContentVault,
  token: string,
): Promise<LinkedConversation | undefined> {
  const { rows } = await sql<Omit<LinkedConversation, "title"> & { user_id: string; title: Buffer | null }>`
    SELECT c.id, c.user_id, c.account_id, c.agent_id, agent_name_for(a, '') AS agent_name, c.title, l.last_turn, l.created_at AS shared_at
    FROM conversation_links l JOIN conversations c ON c.id = l.conversation_id
    JOIN agent_cards a ON a.agent_id = c.agent_id
    WHERE l.token_hash = ${hashToken(token)}
      AND NOT EXISTS (SELECT FROM suspended_people p WHERE p.user_id = c.user_id)`.execute(db);
  return rows[0] && { ...rows[0], title: openTitle(vault, rows[0]) };
}
