import { once } from "node:events";
import { finished } from "node:stream/promises";
import pg from "pg";
import { BackupHeader, END_OF_ROWS, LastLine, type SequenceValue, TableLine } from "./backup-format.ts";
import { BackupFileError, BackupReader } from "./backup-reader.ts";
import { CopyIn } from "./copy-streams.ts";
import { listTables, quoteIdentifier, suspendRules } from "./database-catalog.ts";

/** Rows are sent in batches of up to this size: one message per row would halve the speed. */
const CHUNK_BYTES = 65_536;
const ROWS_END = Buffer.from(END_OF_ROWS);

export interface ImportedDatabase {
  readonly tables: number;
  readonly rows: number;
}

/** Reads the header of a backup. Throws BackupFileError if the file is not a readable backup. */
export async function readBackupHeader(file: string): Promise<BackupHeader> {
  const reader = new BackupReader(file);
  try {
    return await parseHeader(reader);
  } finally {
    reader.close();
  }
}

/**
 * Restores a backup into an empty database that has the same migrations as the backup. Either everything is restored or
 * nothing is: foreign keys are checked again before the commit. `finish` runs in the same transaction, for changes that
 * depend on the restored data. Throws BackupFileError if the file is not a valid backup.
 */
export async function importDatabase(
  url: string,
  file: string,
  finish: (client: pg.ClientBase) => Promise<void>,
): Promise<ImportedDatabase> {
  const client = new pg.Client({ connectionString: url, application_name: "stoa restore" });
  const reader = new BackupReader(file);
  await client.connect();
  try {
    await client.query(
      "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET client_encoding = 'UTF8'; SET TimeZone = 'UTC'",
    );
    await client.query("BEGIN");
    const result = await load(client, reader);
    await finish(client);
    await client.query("COMMIT");
    // The planner has no statistics about the restored rows until ANALYZE runs.
    await client.query("ANALYZE");
    return result;
  } finally {
    reader.close();
    // Closing the connection rolls an open transaction back.
    await client.end();
  }
}

async function load(client: pg.Client, reader: BackupReader): Promise<ImportedDatabase> {
  const { partitions } = await parseHeader(reader);
  for (const { name, parent, bound } of partitions)
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${quoteIdentifier(name)} PARTITION OF ${quoteIdentifier(parent)} ${bound}`,
    );
  const { restore } = await suspendRules(client);
  const known = new Map((await listTables(client)).map((table) => [table.name, table]));
  // Migrations insert a few rows themselves, which the backup also contains.
  await client.query(`TRUNCATE ${[...known.keys()].map(quoteIdentifier).join(", ")}`);
  const result = { tables: 0, rows: 0 };
  for (;;) {
    const line = await reader.json();
    const table = TableLine.safeParse(line);
    if (!table.success) {
      await finishLoad(client, line, result);
      break;
    }
    const { table: name, columns } = table.data;
    if (!known.has(name))
      throw new BackupFileError(
        `This version of Stoa does not know the backup's table ${name}. Restore it with the version that wrote it.`,
      );
    result.rows += await loadTable(client, reader, name, columns);
    result.tables += 1;
  }
  await reader.end();
  for (const statement of restore) await client.query(statement);
  return result;
}

async function loadTable(
  client: pg.Client,
  reader: BackupReader,
  name: string,
  columns: readonly string[],
): Promise<number> {
  const copy = client.query(
    new CopyIn(`COPY ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(", ")}) FROM STDIN`),
  );
  const done = finished(copy);
  // The await at the end reports the failure, whichever side fails first.
  done.catch(() => {});
  let rows = 0;
  let lines: Buffer[] = [];
  let bytes = 0;
  const send = async () => {
    const chunk = Buffer.concat(lines);
    lines = [];
    bytes = 0;
    if (!copy.write(chunk)) await Promise.race([once(copy, "drain"), done]);
  };
  for (let line = await reader.line(); !line.equals(ROWS_END); line = await reader.line()) {
    lines.push(line, NEWLINE);
    bytes += line.length + 1;
    rows += 1;
    if (bytes >= CHUNK_BYTES) await send();
  }
  if (bytes > 0) await send();
  copy.end();
  await done;
  return rows;
}

const NEWLINE = Buffer.from("\n");

async function finishLoad(client: pg.Client, line: unknown, loaded: ImportedDatabase): Promise<void> {
  const last = LastLine.safeParse(line);
  if (!last.success)
    throw new BackupFileError("The backup is damaged: one of its lines is invalid. Use another backup.", {
      cause: last.error,
    });
  if (last.data.rows !== loaded.rows || last.data.tables !== loaded.tables)
    throw new BackupFileError("The backup is damaged: rows are missing. Use another backup.");
  for (const sequence of last.data.sequences) await setSequence(client, sequence);
}

async function setSequence(client: pg.Client, { name, value }: SequenceValue): Promise<void> {
  await client.query("SELECT setval(quote_ident($1)::regclass, $2::bigint)", [name, value]);
}

async function parseHeader(reader: BackupReader): Promise<BackupHeader> {
  const header = BackupHeader.safeParse(await reader.json());
  if (header.success) return header.data;
  throw new BackupFileError(
    "The file is not a backup that this version of Stoa can read. Use another file, or the version that wrote the backup.",
    {
      cause: header.error,
    },
  );
}
