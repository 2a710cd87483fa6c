import type { Queryable, Tx } from "../db/database.ts";

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

export interface AuditRow {
  id: string;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  reason: string | null;
  before: AuditFacts | null;
  after: AuditFacts | null;
  details: AuditFacts;
}

export interface AuditFilter {
  actor?: string;
  /** A whole action, or its beginning such as `run`. */
  action?: string;
  /** The ids that it may be of: a person's, and those of their accounts. */
  subjects?: readonly string[];
  since?: Date;
  /** Rows older than this one: the last of the page before. */
  before?: string;
  limit: number;
}

/** The newest rows of the audit log that match. */
export async function readAuditLog(db: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  const { actor, action, subjects, since, before, limit } = filter;
  return db
    .selectFrom("audit_log")
    .select(["id", "created_at as at", "actor", "action", "subject", "reason", "before", "after", "details"])
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
    .$if(action !== undefined, (query) =>
      query.where((row) =>
        row.or([row("action", "=", action ?? ""), row("action", "like", `${likeText(action ?? "")}.%`)]),
      ),
    )
    .$if(subjects !== undefined, (query) => query.where("subject", "in", [...(subjects ?? [])]))
    .$if(since !== undefined, (query) => query.where("created_at", ">=", since ?? new Date(0)))
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .$castTo<AuditRow>()
    .execute();
}

function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
