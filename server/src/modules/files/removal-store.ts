import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** A content that no file refers to anymore. */
export interface Removal {
  storageKey: string;
  storageUpload: string | undefined;
}

/**
 * Deletes the expired files and uploads of one account, at most `limit`: statements that touch several accounts could
 * wait for each other forever.
 * @returns the number of deleted rows
 */
export async function deleteExpired(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM files WHERE id IN (
      SELECT f.id FROM files f WHERE f.expires_at < now() AND f.account_id = (
        SELECT e.account_id FROM files e WHERE e.expires_at < now() ORDER BY e.expires_at LIMIT 1)
      ORDER BY f.id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db);
  return rows.length;
}

/**
 * Takes contents that are to be removed. Another attempt follows after a minute, and then after twice as long each time
 * up to a day, unless `deleteRemoval` is called.
 */
export async function takeRemovals(db: Database, limit: number): Promise<Removal[]> {
  const { rows } = await sql<{ storageKey: string; storageUpload: string | null }>`
    UPDATE file_removals SET attempts = attempts + 1,
      retry_at = now() + least(interval '1 minute' * power(2, least(attempts, 20)), interval '1 day')
    WHERE storage_key IN (
      SELECT storage_key FROM file_removals WHERE retry_at <= now() ORDER BY retry_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)
    RETURNING storage_key AS "storageKey", storage_upload AS "storageUpload"`.execute(db);
  return rows.map(({ storageKey, storageUpload }) => ({
    storageKey,
    storageUpload: storageUpload ?? undefined,
  }));
}

export async function deleteRemoval(db: Database, storageKey: string): Promise<void> {
  await sql`DELETE FROM file_removals WHERE storage_key = ${storageKey}`.execute(db);
}

/** Returns those of the keys that belong to a file, a preview or an upload. */
export async function findUsedKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT storage_key AS key FROM files WHERE storage_key = ANY (${[...keys]}::text[])
    UNION ALL SELECT preview_key FROM files WHERE preview_key = ANY (${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}
