import { AccountExport } from "@stoa/contract";
import { sql } from "kysely";
import type { ContentVault } from "../../../platform/crypto/content-vault.ts";
import type { Database } from "../../../platform/db/database.ts";
import type {
  DataSubject,
  ExportSection,
  PersonalData,
} from "../../../platform/personal-data/personal-data.ts";

/** Exports all personal data that the modules store about a person and their account. */
export class AccountExports {
  readonly #db: Database;
  readonly #vault: ContentVault;
  readonly #sections: readonly ExportSection[];

  constructor(db: Database, vault: ContentVault, personalData: readonly PersonalData[]) {
    this.#db = db;
    this.#vault = vault;
    this.#sections = sortByContract(personalData.flatMap((data) => data.export));
  }

  /**
   * Yields the file in chunks and reads the database in pages, so that a large file needs little memory and no
   * transaction stays open while a client reads slowly. Earnings are claimed first, so that the file shows the same
   * balance as the screen.
   */
  async *stream(subject: DataSubject, now = new Date()): AsyncGenerator<string> {
    await sql`SELECT ledger_claim_earnings(${subject.accountId})`.execute(this.#db);
    yield `{"format":"stoa-export-1","exported_at":"${now.toISOString()}"`;
    for (const section of this.#sections) {
      yield `,\n"${section.name}":[`;
      yield* this.#streamRows(section, subject);
      yield "]";
    }
    yield "}\n";
  }

  async *#streamRows(section: ExportSection, subject: DataSubject): AsyncGenerator<string> {
    let separator = "\n";
    let after = "";
    for (;;) {
      const { rows } = await section.select(subject, after, sql`LIMIT ${section.pageRows}`).execute(this.#db);
      for (const row of rows) {
        yield separator + (section.open?.(row, this.#vault, subject) ?? row.row);
        separator = ",\n";
      }
      const last = rows.at(-1);
      if (!last || rows.length < section.pageRows) return;
      after = last.cursor;
    }
  }
}

/** Returns the sections in the order in which the contract names them. */
function sortByContract(sections: readonly ExportSection[]): ExportSection[] {
  const order = Object.keys(AccountExport.shape);
  return sections.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
