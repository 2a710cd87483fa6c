import * as z from "zod";

/** The version of the format. It increases when this code can no longer read files of the earlier version. */
export const BACKUP_FORMAT = 1;

/** The line that ends a table's rows. No row in COPY's text format can look like it. */
export const END_OF_ROWS = "\\.";

/**
 * The first line of a backup. The file consists of gzipped text lines: this header; for each table a `TableLine`, its
 * rows in COPY's text format and `END_OF_ROWS`; and finally a `LastLine`, without which the file is incomplete.
 */
export const BackupHeader = z.object({
  stoa_backup: z.literal(BACKUP_FORMAT),
  created_at: z.iso.datetime(),
  /** The migrations that created the tables, in order. */
  migrations: z.array(z.string()).min(1),
  /** The ids of the master keys that open the stored secrets, the current key first. An id does not reveal its key. */
  master_key_ids: z.array(z.string()),
  /** Partitions that were created while the server ran. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

export const SequenceValue = z.object({ name: z.string(), value: z.string() });
export type SequenceValue = z.infer<typeof SequenceValue>;

export const LastLine = z.object({ tables: z.int(), rows: z.int(), sequences: z.array(SequenceValue) });
