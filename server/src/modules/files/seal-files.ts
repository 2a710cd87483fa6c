import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { PeriodicJob } from "../../platform/jobs/job.ts";
import type { NewContent, StoredContent } from "./file-contents.ts";
import type { FilesContext } from "./files-context.ts";

/** How often the job looks for files to encrypt. Finding that there are none takes less than a millisecond. */
const SEAL_MS = 10_000;
/** How long a file that could not be read waits for another attempt, in which others have their turn. */
const RETRY_MS = 60 * 60_000;
/** The files per execution: at most 1 GB, which takes a store over the network a minute. */
const FILES_PER_EXECUTION = 10;

interface PlainFile extends StoredContent {
  id: string;
  bytes: bigint;
}

type SealingContext = Pick<FilesContext, "db" | "storage" | "contents">;

/** Creates the job that encrypts the files that a server stored before it encrypted files. */
export function createFileSealingJob(context: SealingContext): PeriodicJob {
  const failed = new Set<string>();
  let retryAt = 0;
  return {
    name: "files in plain text",
    everyMs: SEAL_MS,
    async run() {
      if (Date.now() > retryAt) {
        failed.clear();
        retryAt = Date.now() + RETRY_MS;
      }
      const errors: unknown[] = [];
      for (const file of await findPlainFiles(context.db, [...failed]))
        try {
          await sealFile(context, file);
        } catch (error) {
          failed.add(file.id);
          errors.push(error);
        }
      if (errors.length > 0) throw new AggregateError(errors, "failed to encrypt files");
    },
  };
}

/** Copies a content to a new place, encrypted, and then leaves the old one to the job that removes contents. */
async function sealFile({ db, storage, contents }: SealingContext, file: PlainFile): Promise<void> {
  const { account_id } = file;
  const sealed = contents.create(account_id);
  const { storageKey: storage_key, sealedKey: sealed_key } = sealed;
  await contents.write({ account_id, storage_key, sealed_key }, await contents.read(file));
  if (!(await replaceContent(db, file, sealed))) await storage.remove(storage_key, undefined);
}

async function findPlainFiles(db: Database, without: readonly string[]): Promise<PlainFile[]> {
  const { rows } = await sql<PlainFile>`
    SELECT id, account_id, storage_key, sealed_key, bytes FROM files
    WHERE sealed_key IS NULL AND state = 'stored' AND id <> ALL (${[...without]}::text[])
    ORDER BY id LIMIT ${FILES_PER_EXECUTION}`.execute(db);
  return rows;
}

/**
 * Makes a file use a new content. Its preview is made again when it is next shown. The old content is removed after a
 * minute, when nobody opens it anymore.
 * @returns false if the file was deleted, or if another node was faster
 */
async function replaceContent(
  db: Database,
  { id, storage_key }: PlainFile,
  { storageKey, sealedKey }: NewContent,
): Promise<boolean> {
  const { rows } = await sql`
    WITH changed AS (
      UPDATE files SET storage_key = ${storageKey}, sealed_key = ${sealedKey}, preview_key = NULL,
        preview_bytes = CASE WHEN preview_bytes = 0 THEN 0 END
      WHERE id = ${id} AND storage_key = ${storage_key} RETURNING old.storage_key, old.preview_key)
    INSERT INTO file_removals (storage_key, retry_at)
      SELECT key, now() + interval '1 minute' FROM changed, unnest(ARRAY[storage_key, preview_key]) AS key
      WHERE key IS NOT NULL
    RETURNING storage_key`.execute(db);
  return rows.length > 0;
}
