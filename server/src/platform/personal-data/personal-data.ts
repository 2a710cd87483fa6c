import type { AccountExport } from "@stoa/contract";
import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import type { Database, Tx } from "../db/database.ts";

/** A person and the account that is theirs alone: both are exported together, and deleted together. */
export interface DataSubject {
  userId: string;
  accountId: string;
}

/** What a module stores about people. The export and the deletion of an account go through all modules. */
export interface PersonalData {
  /** The parts of the export that come from this module. */
  export: readonly ExportSection[];
  /**
   * Deletes what identifies the person or was theirs alone; ids that books and other people's records name stay. The
   * agents of the account and those that the person reviewed are locked. Doing it again changes nothing.
   */
  erase(tx: Tx, subject: DataSubject): Promise<void>;
  /**
   * Deletes contents that may be too many for one transaction, a batch after `afterId` in a transaction of its own.
   * Returns the last id of the batch, `undefined` if there are no more.
   */
  eraseContents?(db: Database, subject: DataSubject, afterId: string): Promise<string | undefined>;
}

/** One list of the exported file, read a page at a time. */
export interface ExportSection {
  name: Exclude<keyof z.infer<typeof AccountExport>, "format" | "exported_at">;
  pageRows: number;
  /** Selects the rows after a cursor, in the order of cursors. `limit` ends the statement. */
  select(subject: DataSubject, after: string, limit: RawBuilder<unknown>): RawBuilder<ExportedRow>;
}

/** `row` is JSON as the database writes it: what agents wrote, and money, pass unchanged. */
export interface ExportedRow {
  cursor: string;
  row: string;
}

/** How many rows of an export are in memory at a time, by their size. */
export const EXPORT_PAGE = {
  /** A few hundred bytes each: a page is some ten kilobytes. */
  small: 200,
  /** A file of up to 1 MiB, or a run with all that was written in it: a page is some megabytes. */
  large: 10,
  /** Up to 8 MiB each. */
  huge: 2,
} as const;

/** Returns SQL for an amount of nano-USD as an exact decimal text in USD. */
export function toUsd(column: string): RawBuilder<string> {
  return sql`trim_scale(${sql.ref(column)} * 0.000000001)::text`;
}
