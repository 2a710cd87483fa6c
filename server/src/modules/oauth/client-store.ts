import { sql } from "kysely";
import type { Database, Queryable } from "../../platform/db/database.ts";

export interface RegisteredClient {
  id: string;
  name: string;
  redirectUris: string[];
  createdAt: Date;
}

export async function insertClient(
  db: Database,
  { name, redirectUris }: Pick<RegisteredClient, "name" | "redirectUris">,
): Promise<Pick<RegisteredClient, "id" | "createdAt">> {
  return db
    .insertInto("oauth_clients")
    .values({ name, redirect_uris: redirectUris })
    .returning(["id", "created_at as createdAt"])
    .executeTakeFirstOrThrow();
}

export async function findRegisteredClient(db: Database, id: string): Promise<RegisteredClient | undefined> {
  return db
    .selectFrom("oauth_clients")
    .select(["id", "name", "redirect_uris as redirectUris", "created_at as createdAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Records that a person allowed an app, so that its registration is kept. */
export async function recordClientUse(tx: Queryable, id: string): Promise<void> {
  await tx
    .updateTable("oauth_clients")
    .set({ last_used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

/** A registration that nobody has used is removed after this time: the sign-in that made it has long been given up. */
const UNUSED_HOURS = 24;
/**
 * A registration that was used is kept for this long without a grant: an app keeps its ID, and its person may return after
 * months.
 */
const USED_DAYS = 180;
/** The number of registrations that one statement removes, so that it is short. */
const REMOVED_AT_ONCE = 1_000;

/** Removes registrations that nobody needs. Returns whether there may be more. */
export async function removeUnusedClients(db: Database): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM oauth_clients WHERE id IN (
      SELECT c.id FROM oauth_clients c
      WHERE coalesce(c.last_used_at, c.created_at) < now() - make_interval(hours => ${UNUSED_HOURS}::integer)
        AND (c.last_used_at IS NULL OR c.last_used_at < now() - make_interval(days => ${USED_DAYS}::integer))
        AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = c.id)
      ORDER BY coalesce(c.last_used_at, c.created_at) LIMIT ${REMOVED_AT_ONCE})`.execute(db);
  return numAffectedRows === BigInt(REMOVED_AT_ONCE);
}
