import { sql } from "kysely";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { NewContent } from "./file-contents.ts";
import type { StoredPart } from "./storage/file-storage.ts";

/** Whom a new file belongs to, and what it is. */
export interface NewFile {
  accountId: string;
  userId: string;
  name: string;
  /** The run that returns the file; undefined for an upload. */
  runId?: string | undefined;
}

/** The space that an upload needs, and the limits that apply to it. */
export interface Space {
  /** The bytes to reserve, if the quota has that much. */
  wanted: number;
  /** The bytes without which the upload is pointless. */
  least: number;
  quota: number;
  /** The maximum number of incomplete uploads of the account. */
  uploads: number;
  /** How long the upload may take. */
  minutes: number;
}

/** A file whose space is reserved. */
export interface Reservation {
  id: string;
  bytes: number;
}

interface ReservedRow {
  id: string;
  reserved: bigint;
  refusal: "quota" | "uploads" | null;
}

/** Reserves space for a file. @returns the reservation, or the limit that refuses it */
export async function reserveFile(
  db: Database,
  file: NewFile & NewContent & { isResumable: boolean },
  space: Space,
): Promise<Reservation | "quota" | "uploads"> {
  const origin = file.runId === undefined ? "upload" : "artifact";
  const { rows } = await sql<ReservedRow>`
    SELECT id, reserved, refusal FROM reserve_file(
      ${file.accountId}, ${file.userId}, ${file.name}, ${origin}, ${file.runId ?? null}, ${file.isResumable},
      ${space.wanted}, ${space.least}, ${space.quota}, ${space.uploads}, ${space.minutes},
      ${file.storageKey}, ${file.sealedKey})`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("reserve_file returned nothing");
  return row.refusal ?? { id: row.id, bytes: Number(row.reserved) };
}

/**
 * How long a returned file waits for the end of its run: longer than the longest run, and than a server needs to restart.
 */
const RETURNED_HOURS = 24;

/**
 * Marks an upload as stored, or an artifact as returned, with its actual size.
 * @returns false if it was deleted during the upload
 */
export async function completeFile(
  db: Queryable,
  id: string,
  { bytes, type, days }: { bytes: number; type: string; days: number },
): Promise<boolean> {
  const { rows } = await sql`
    WITH no_parts AS (DELETE FROM file_parts WHERE file_id = ${id})
    UPDATE files SET state = CASE origin WHEN 'artifact' THEN 'returned' ELSE 'stored' END,
      bytes = ${bytes}, type = ${type}, storage_upload = NULL,
      expires_at = now() + CASE origin
        WHEN 'artifact' THEN make_interval(hours => ${RETURNED_HOURS}) ELSE make_interval(days => ${days}) END
    WHERE id = ${id} AND state = 'uploading' RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Deletes a file whose upload failed, and gives its space back. */
export async function discardFile(db: Queryable, id: string): Promise<void> {
  await sql`DELETE FROM files WHERE id = ${id} AND state = 'uploading'`.execute(db);
}

export interface UploadRow {
  id: string;
  name: string;
  type: string | null;
  bytes: bigint;
  state: "uploading" | "returned" | "stored";
  received_bytes: bigint;
  account_id: string;
  storage_key: string;
  sealed_key: Buffer | null;
  storage_upload: string | null;
  expires_at: Date;
}

/** Finds a resumable upload, complete or not. */
export async function findUpload(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    SELECT id, name, type, bytes, state, received_bytes, account_id, storage_key, sealed_key, storage_upload,
      expires_at FROM files
    WHERE id = ${id} AND account_id = ${accountId} AND received_bytes IS NOT NULL AND expires_at > now()`.execute(
    db,
  );
  return rows[0];
}

export async function setStorageUpload(db: Queryable, id: string, upload: string): Promise<void> {
  await sql`UPDATE files SET storage_upload = ${upload} WHERE id = ${id}`.execute(db);
}

/** Returns a new number for a part at an offset, or undefined if the upload is not at this offset. */
export async function takePartNumber(db: Queryable, id: string, offset: number): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    UPDATE files SET next_part = next_part + 1
    WHERE id = ${id} AND state = 'uploading' AND received_bytes = ${offset} RETURNING next_part - 1 AS number`.execute(
    db,
  );
  return rows[0]?.number;
}

/**
 * Adds a part that has arrived. Of parts that arrived for the same offset, the first one is added.
 * @returns false if the upload is not at this offset anymore
 */
export async function addPart(
  db: Database,
  id: string,
  part: StoredPart & { offset: number; bytes: number; type: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    WITH added AS (
      UPDATE files SET received_bytes = received_bytes + ${part.bytes}, type = coalesce(type, ${part.type ?? null})
      WHERE id = ${id} AND state = 'uploading' AND received_bytes = ${part.offset} RETURNING id)
    INSERT INTO file_parts (file_id, number, tag) SELECT id, ${part.number}, ${part.tag} FROM added RETURNING number`.execute(
    db,
  );
  return rows.length > 0;
}

export async function listParts(db: Queryable, id: string): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    SELECT number, tag FROM file_parts WHERE file_id = ${id} ORDER BY number`.execute(db);
  return rows;
}
