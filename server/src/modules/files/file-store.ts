import { type RawBuilder, sql } from "kysely";
import type { Database, Queryable } from "../../platform/db/database.ts";

export interface FileRow {
  id: string;
  account_id: string;
  name: string;
  type: string;
  bytes: bigint;
  origin: "upload" | "artifact";
  run_id: string | null;
  storage_key: string;
  sealed_key: Buffer | null;
  preview_key: string | null;
  /** 0 for an image of which there can be no preview, and null for a file whose preview nobody has asked for. */
  preview_bytes: number | null;
  created_at: Date;
  expires_at: Date;
}

/** A file as its account sees it. */
export interface ListedFileRow extends FileRow {
  /** The agent that returned the file, by its name at that time; null for an upload. */
  agent_id: number | null;
  agent_name: string | null;
}

/** A file that exists for people: complete, and not expired, even if the job has not removed it yet. */
const IS_READABLE = sql`f.state = 'stored' AND f.expires_at > now()`;

const COLUMNS = sql`
  f.id, f.account_id, f.name, f.type, f.bytes, f.origin, f.run_id, f.storage_key, f.sealed_key, f.preview_key, f.preview_bytes, f.created_at, f.expires_at`;

const selectFiles = (where: RawBuilder<unknown>) => sql<FileRow>`
  SELECT ${COLUMNS} FROM files f WHERE ${IS_READABLE} AND ${where}`;

/** The run of an artifact is found first. Otherwise, a plan may join the runs of all files. */
const selectListed = (where: RawBuilder<unknown>) => sql<ListedFileRow>`
  SELECT ${COLUMNS}, r.agent_id, r.agent_name FROM files f
    LEFT JOIN LATERAL (SELECT agent_id, agent_name FROM run_records WHERE run_id = f.run_id OFFSET 0) r ON true
  WHERE ${IS_READABLE} AND ${where}`;

/** Finds a stored file of any account. */
export async function findAnyFile(db: Queryable, id: string): Promise<FileRow | undefined> {
  const { rows } = await selectFiles(sql`f.id = ${id}`).execute(db);
  return rows[0];
}

export async function findFile(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<ListedFileRow | undefined> {
  const { rows } = await selectListed(sql`f.id = ${id} AND f.account_id = ${accountId}`).execute(db);
  return rows[0];
}

/** Lists an account's files, newest first. */
export async function listFiles(
  db: Database,
  accountId: string,
  { runId, after, limit }: { runId: string | undefined; after: string | undefined; limit: number },
): Promise<ListedFileRow[]> {
  const conditions = [sql`f.account_id = ${accountId}`];
  if (runId !== undefined) conditions.push(sql`f.run_id = ${runId}`);
  if (after !== undefined) conditions.push(sql`f.id < ${after}`);
  const { rows } = await sql<ListedFileRow>`
    ${selectListed(sql.join(conditions, sql` AND `))} ORDER BY f.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Finds stored files of an account, and keeps each at least `days` days from now. The order is not that of the IDs. */
export async function findAndKeepFiles(
  db: Queryable,
  accountId: string,
  ids: readonly string[],
  days: number,
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    UPDATE files f SET expires_at = greatest(f.expires_at, now() + make_interval(days => ${days}))
    WHERE f.id = ANY (${[...ids]}::text[]) AND f.account_id = ${accountId} AND ${IS_READABLE}
    RETURNING ${COLUMNS}`.execute(db);
  return rows;
}

/** Deletes a file or an incomplete upload. @returns false if the account has none with this ID */
export async function deleteFile(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM files WHERE id = ${id} AND account_id = ${accountId} RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Finds a file that a run has returned and that its caller does not see yet. */
export async function findReturnedFile(db: Queryable, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    SELECT ${COLUMNS} FROM files f WHERE f.id = ${id} AND f.state = 'returned'`.execute(db);
  return rows[0];
}

/** Shows the artifacts of a completed run, or of all completed runs, and keeps them `days` days. */
export async function publishArtifacts(db: Queryable, runId: string | null, days: number): Promise<void> {
  await sql`SELECT publish_artifacts(${runId}, ${days})`.execute(db);
}

export async function deleteArtifacts(db: Queryable, runId: string): Promise<void> {
  await sql`SELECT remove_artifacts(ARRAY[${runId}])`.execute(db);
}
