import { PLAN_FILES_BYTES } from "@stoa/contract";
import { sql } from "kysely";
import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/db/database.ts";
import type { FilesContext } from "./files-context.ts";

/** The space that an account has for files, and who decided it. */
export interface FileSpace {
  /** The total size of its files, including the space that incomplete uploads reserve. */
  used: number;
  quota: number;
  setBy: "plan" | "operator";
}

/** Returns the space of an account: what an operator has set for it, otherwise what its plan includes. */
export async function readFileSpace(
  { db, getPlan }: Pick<FilesContext, "db" | "getPlan">,
  accountId: string,
): Promise<FileSpace> {
  const { rows } = await sql<{ bytes: bigint; own_limit: bigint | null }>`
    SELECT bytes, own_limit FROM file_usage WHERE account_id = ${accountId}`.execute(db);
  const [row] = rows;
  const used = Number(row?.bytes ?? 0n);
  const own = row?.own_limit ?? null;
  if (own !== null) return { used, quota: Number(own), setBy: "operator" };
  return { used, quota: PLAN_FILES_BYTES[await getPlan(accountId)], setBy: "plan" };
}

interface OwnLimit {
  accountId: string;
  /** The space in bytes; null for what the plan includes. */
  bytes: number | null;
  actor: string;
  reason: string;
}

/** Sets the space for files of one account, for an operator on the command line. Its files are kept. */
export async function setOwnFileLimit(
  db: Database,
  { accountId, bytes, actor, reason }: OwnLimit,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`INSERT INTO file_usage (account_id) VALUES (${accountId}) ON CONFLICT DO NOTHING`.execute(tx);
    const { rows } = await sql<{ before: bigint | null }>`
      UPDATE file_usage SET own_limit = ${bytes} WHERE account_id = ${accountId}
      RETURNING old.own_limit AS before`.execute(tx);
    const before = rows[0]?.before ?? null;
    await recordInAuditLog(tx, {
      actor,
      action: "account.set_file_limit",
      subject: accountId,
      reason,
      before: { limit_bytes: before === null ? null : Number(before) },
      after: { limit_bytes: bytes },
    });
  });
}
