import type { AccountExport } from "@stoa/contract";
import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import type { ContentVault } from "../crypto/content-vault.ts";
import type { Database, Tx } from "../db/database.ts";

/** A person and the account that belongs only to that person. They are exported together and deleted together. */
export interface DataSubject {
  userId: string;
  accountId: string;
}

/** The personal data that a module stores. The export and the deletion of an account use all modules. */
export interface PersonalData {
  /** The parts of the export that this module provides. */
  export: readonly ExportSection[];
  /**
   * Deletes everything that identifies the person or belonged only to the person. Ids to which the ledger and other
   * people's records refer are kept. The caller has locked the account's agents and the agents that the person reviewed.
   * A second call changes nothing.
   */
  erase(tx: Tx, subject: DataSubject): Promise<void>;
  /**
   * Deletes content that may be too much for one transaction, in batches: each call deletes the batch after `afterId`
   * in its own transaction. Returns the last id of the batch, or `undefined` if there are no more.
   */
  eraseContents?(db: Database, subject: DataSubject, afterId: string): Promise<string | undefined>;
}

/** One list of the exported file, which is read page by page. */
export interface ExportSection {
  name: Exclude<keyof z.infer<typeof AccountExport>, "format" | "exported_at">;
  pageRows: number;
  /** Selects the rows after a cursor, ordered by cursor. `limit` is appended to the statement. */
  select(subject: DataSubject, after: string, limit: RawBuilder<unknown>): RawBuilder<ExportedRow>;
  /** Returns the row with what is encrypted in the database. */
  open?(row: ExportedRow, vault: ContentVault, subject: DataSubject): string;
}

/** `row` is JSON as the database writes it, so that agents' output and amounts of money remain exact. */
export interface ExportedRow {
  cursor: string;
  row: string;
  /** JSON of what is encrypted in the database, in base64, for `open` of the section. */
  sealed?: unknown;
}

/** Returns the bytes of a value of `sealed`. */
export function fromBase64(sealed: unknown): Buffer {
  return Buffer.from(z.string().parse(sealed), "base64");
}

/** Returns a JSON object with more fields. Each value is JSON text, which stays exactly as it is. */
export function addFields(row: string, fields: { [name: string]: string }): string {
  const added = Object.entries(fields).map(([name, json]) => `,${JSON.stringify(name)}:${json}`);
  return `${row.slice(0, -1)}${added.join("")}}`;
}

/** The number of rows per page of an export, by the size of the rows. */
export const EXPORT_PAGE = {
  /** For rows of a few hundred bytes. A page is a few dozen kilobytes. */
  small: 200,
  /** For rows with a file of up to 1 MiB, or a run with all its content. A page is several megabytes. */
  large: 10,
  /** For rows of up to 8 MiB. */
  huge: 2,
} as const;

/** Returns SQL that formats an amount of nano-USD as an exact decimal number of USD. */
export function toUsd(column: string): RawBuilder<string> {
  return sql`trim_scale(${sql.ref(column)} * 0.000000001)::text`;
}
