import { sql } from "kysely";
import type { Database, Queryable } from "../../../platform/db/database.ts";

export interface FavoriteRow {
  agentId: number;
  createdAt: Date;
}

/** Returns a person's favorites, the latest first, without agents that are private to another account. */
export async function readFavorites(
  db: Queryable,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<FavoriteRow[]> {
  const { rows } = await sql<FavoriteRow>`
    SELECT f.agent_id AS "agentId", f.created_at AS "createdAt"
    FROM favourites f JOIN agents a ON a.id = f.agent_id
    WHERE f.user_id = ${userId} AND (a.visibility <> 'private' OR a.owner_account_id = ${accountId})
    ORDER BY f.created_at DESC, f.agent_id DESC`.execute(db);
  return rows;
}

/**
 * Adds a favorite. The person's row is locked first, so that concurrent additions cannot exceed the maximum.
 * @returns whether the agent is a favorite now; false if the person already has `max` other favorites.
 */
export function insertFavorite(
  db: Database,
  mark: { userId: string; agentId: number; max: number },
): Promise<boolean> {
  const { userId, agentId, max } = mark;
  return db.transaction().execute(async (tx) => {
    await sql`SELECT lock_person(${userId})`.execute(tx);
    await sql`
      INSERT INTO favourites (user_id, agent_id)
      SELECT ${userId}, ${agentId}::int
      WHERE (SELECT count(*) FROM favourites WHERE user_id = ${userId}) < ${max}
      ON CONFLICT DO NOTHING`.execute(tx);
    const marked = await tx
      .selectFrom("favourites")
      .select("agent_id")
      .where("user_id", "=", userId)
      .where("agent_id", "=", agentId)
      .executeTakeFirst();
    return marked !== undefined;
  });
}

export async function deleteFavorite(db: Queryable, userId: string, agentId: number): Promise<void> {
  await db.deleteFrom("favourites").where("user_id", "=", userId).where("agent_id", "=", agentId).execute();
}
