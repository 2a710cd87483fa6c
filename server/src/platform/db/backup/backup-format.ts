import * as z from "zod";

/** Counts up when a file of an earlier version can no longer be read the same way. */
export const BACKUP_FORMAT = 1;

/** The line that ends a table's rows. In COPY's text format no row looks like it. */
export const END_OF_ROWS = "\\.";

/**
 * The first line of a backup. The file is gzip of text lines: this header, for each table a `TableLine`, its rows in
 * COPY's text format and `END_OF_ROWS`, and at the end a `LastLine`, without which the file is incomplete.
 */
export const BackupHeader = z.object({
  stoa_backup: z.literal(BACKUP_FORMAT),
  created_at: z.iso.datetime(),
  /** The migrations that made the tables, in order. */
  migrations: z.array(z.string()).min(1),
  /** Names of the master keys by which stored secrets open, the current one first. No key follows from its name. */
  master_key_ids: z.array(z.string()),
  /** Partitions that were made while the server ran. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

export const SequenceValue = z.object({ name: z.string(), value: z.string() });
export type SequenceValue = z.infer<typeof SequenceValue>;

export const LastLine = z.object({ tables: z.int(), rows: z.int(), sequences: z.array(SequenceValue) });
