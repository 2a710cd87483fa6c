import type { RunSettings } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** Reads which content of its runs an account keeps. Returns the defaults if the account never changed them. */
export async function readRunSettings(db: Queryable, accountId: string): Promise<RunSettings> {
  const { rows } = await sql<RunSettings>`
    SELECT keep_model_content FROM run_settings WHERE account_id = ${accountId}`.execute(db);
  return rows[0] ?? { keep_model_content: false };
}

export async function writeRunSettings(
  db: Queryable,
  accountId: string,
  { keep_model_content }: RunSettings,
): Promise<RunSettings> {
  await sql`
    INSERT INTO run_settings (account_id, keep_model_content) VALUES (${accountId}, ${keep_model_content})
    ON CONFLICT (account_id) DO UPDATE SET keep_model_content = excluded.keep_model_content`.execute(db);
  return { keep_model_content };
}
