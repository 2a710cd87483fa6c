import type { Tx } from "../db/database.ts";

/** What changed, or is known beside it, by its name. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An act on something that others own, or on the server itself. */
export interface AuditEntry {
  /** `operator:<user of the machine>`, or a user's id. */
  actor: string;
  /** What was done, as `<thing>.<verb>`. */
  action: string;
  /** The id of what it was done to; `agent:<number>` for an agent. */
  subject: string;
  /** Why, in the actor's words. */
  reason?: string;
  /** What changed of the subject. */
  before?: AuditFacts;
  after?: AuditFacts;
  details?: Record<string, string>;
}

/**
 * Writes an act down, in its own transaction: there is no act without its row. Rows are never changed or removed.
 * @returns the row's id, which names the act.
 */
export async function recordInAuditLog(tx: Tx, entry: AuditEntry): Promise<string> {
  const { actor, action, subject, reason, before, after, details } = entry;
  const { id } = await tx
    .insertInto("audit_log")
    .values({
      actor,
      action,
      subject,
      reason: reason ?? null,
      before: asJson(before),
      after: asJson(after),
      details: JSON.stringify(details ?? {}),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function asJson(value: AuditFacts | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
