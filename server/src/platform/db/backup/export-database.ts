import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { BACKUP_FORMAT, type BackupHeader, END_OF_ROWS } from "./backup-format.ts";
import { CopyOut } from "./copy-streams.ts";
import {
  listMigrations,
  listPartitions,
  listSequences,
  listTables,
  quoteIdentifier,
  type StoredTable,
} from "./database-catalog.ts";

/**
 * The number of attempts. Retention may drop a month's partition while its name is being resolved; the second attempt
 * no longer finds it.
 */
const TRIES = 3;
/** How long an export waits for a lock. No lock that it waits for is held longer than a migration takes. */
const LOCK_WAIT = "30s";
const UNDEFINED_TABLE = "42P01";

export interface ExportedDatabase {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes the contents of a database to a file that only its owner can read, while the database is in use. All tables
 * are read in one snapshot, so the file contains the state of one moment. The file either appears complete or not at
 * all, and replaces an existing file. Throws if the database has never been migrated.
 */
export async function exportDatabase(
  url: string,
  file: string,
  masterKeyIds: readonly string[],
): Promise<ExportedDatabase> {
  const unfinished = `${file}.unfinished`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await exportOnce(url, unfinished, masterKeyIds);
      await rename(unfinished, file);
      await syncFolder(dirname(file));
      return result;
    } catch (error) {
      await rm(unfinished, { force: true });
      const isDropped = error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE;
      if (!isDropped || attempt === TRIES) throw error;
    }
  }
}

async function exportOnce(
  url: string,
  file: string,
  masterKeyIds: readonly string[],
): Promise<ExportedDatabase> {
  const client = new pg.Client({ connectionString: url, application_name: "stoa backup" });
  await client.connect();
  try {
    await client.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '${LOCK_WAIT}';
       SET client_encoding = 'UTF8'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
       SET extra_float_digits = 1; SET bytea_output = 'hex'`,
    );
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const result = { tables: 0, rows: 0 };
    await pipeline(
      Readable.from(describeDatabase(client, masterKeyIds, result)),
      createGzip({ level: 6 }),
      createWriteStream(file, { mode: 0o600, flags: "wx", flush: true }),
    );
    await client.query("COMMIT");
    return result;
  } finally {
    await client.end();
  }
}

async function* describeDatabase(
  client: pg.Client,
  masterKeyIds: readonly string[],
  result: { tables: number; rows: number },
): AsyncGenerator<string | Buffer> {
  const migrations = await listMigrations(client);
  if (migrations.length === 0)
    throw new Error("There is nothing to back up: the database has no Stoa tables.");
  const tables = await listTables(client);
  // The locks are held to the end, so that no table is dropped or rewritten while it is being read.
  for (const { name } of tables)
    await client.query(`LOCK TABLE ONLY ${quoteIdentifier(name)} IN ACCESS SHARE MODE`);
  const header: BackupHeader = {
    stoa_backup: BACKUP_FORMAT,
    created_at: new Date().toISOString(),
    migrations,
    master_key_ids: [...masterKeyIds],
    partitions: await listPartitions(client),
  };
  yield toJsonLine(header);
  for (const table of tables) {
    yield toJsonLine({ table: table.name, columns: table.columns.map(({ name }) => name) });
    const copy = client.query(new CopyOut(copyStatement(table)));
    yield* copy;
    result.rows += copy.rows;
    yield `${END_OF_ROWS}\n`;
    result.tables += 1;
  }
  yield toJsonLine({ ...result, sequences: await listSequences(client) });
}

/**
 * Returns the statement that copies a table. Transaction ids have no meaning in another database, which starts its own,
 * so they are written as 2, which PostgreSQL reserves for rows that every transaction can see.
 */
function copyStatement({ name, columns }: StoredTable): string {
  const values = columns.map((column) =>
    column.type === "xid8" ? `'2'::xid8 AS ${quoteIdentifier(column.name)}` : quoteIdentifier(column.name),
  );
  return `COPY (SELECT ${values.join(", ")} FROM ONLY ${quoteIdentifier(name)}) TO STDOUT`;
}

function toJsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Flushes the folder, so that the file's name survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
