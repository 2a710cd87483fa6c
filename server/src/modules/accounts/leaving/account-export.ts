import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { Leaver } from "../../../platform/personal-data/personal-data.ts";
import { EXPORT_SECTIONS, type ExportSection, readExportPage } from "./export-store.ts";

/** Everything that is kept of a person and their account. */
export class AccountExports {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * The file piece by piece, one page of the database at a time, so that its size costs no memory and no transaction
   * stays open while somebody's connection is slow. Earnings are claimed before, so that the file and the balance on
   * the screen count the same.
   */
  async *pieces(of: Leaver, now = new Date()): AsyncGenerator<string> {
    await sql`SELECT ledger_claim_earnings(${of.accountId})`.execute(this.#db);
    yield `{"format":"stoa-export-1","exported_at":"${now.toISOString()}"`;
    for (const section of EXPORT_SECTIONS) {
      yield `,\n"${section.name}":[`;
      yield* this.#rows(section, of);
      yield "]";
    }
    yield "}\n";
  }

  async *#rows(section: ExportSection, of: Leaver): AsyncGenerator<string> {
    let separator = "\n";
    let after = "";
    for (;;) {
      const page = await readExportPage(this.#db, section, of, after);
      for (const { row } of page) {
        yield separator + row;
        separator = ",\n";
      }
      const last = page.at(-1);
      if (!last || page.length < section.pageRows) return;
      after = last.cursor;
    }
  }
}
