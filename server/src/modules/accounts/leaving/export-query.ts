import { type RawBuilder, sql } from "kysely";
import type { Leaver } from "../../../platform/personal-data/personal-data.ts";

/** `row` is JSON as the database writes it: what agents wrote, and money, pass unchanged. */
export interface ExportedRow {
  cursor: string;
  row: string;
}

/** The rows of one section after a cursor, in its order; `limit` ends the statement. */
export type ExportQuery = (of: Leaver, after: string, limit: RawBuilder<unknown>) => RawBuilder<ExportedRow>;

/** Nano-USD as an exact decimal text in USD. */
export function usd(column: string): RawBuilder<string> {
  return sql`trim_scale(${sql.ref(column)} * 0.000000001)::text`;
}
