import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** A preview whose content is in the storage. */
export interface StoredPreview {
  key: string;
  bytes: number;
}

/**
 * Records the preview of a file, or that there can be none.
 * @returns false if the file was deleted, or if this was recorded before
 */
export async function setPreview(
  db: Queryable,
  id: string,
  preview: StoredPreview | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE files SET preview_key = ${preview?.key ?? null}, preview_bytes = ${preview?.bytes ?? 0}
    WHERE id = ${id} AND preview_bytes IS NULL RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function findPreview(db: Queryable, id: string): Promise<StoredPreview | undefined> {
  const { rows } = await sql<StoredPreview>`
    SELECT preview_key AS key, preview_bytes AS bytes FROM files
    WHERE id = ${id} AND preview_key IS NOT NULL`.execute(db);
  return rows[0];
}
