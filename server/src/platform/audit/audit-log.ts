import type { Queryable, Tx } from "../db/database.ts";

/** What changed, or related facts, by name. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An action on something that others own, or on the server itself. */
export interface AuditRecord {
  /** `operator:<user of the machine>`, or a user's id. */
  actor: string;
  /** The action, as `<thing>.<verb>`. */
  action: string;
  /** The id of the thing that was changed; `agent:<number>` for an agent. */
  subject: string;
  /** The actor's reason. */
  reason?: string;
  /** What changed of the subject. */
  before?: AuditFacts;
  after?: AuditFacts;
  details?: Record<string, string>;
}

/**
 * Records an action in its own transaction, so that no action is without its row. Rows are never changed or removed.
 * Returns the row's id.
 */
export async function recordInAuditLog(tx: Tx, entry: AuditRecord): Promise<string> {
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
  /** The ids of the subject: a person's, and those of their accounts. */
  subjects?: readonly string[];
  since?: Date;
  /** Returns rows older than this one: the last row of the previous page. */
  before?: string;
  limit: number;
}

/** Returns the newest rows of the audit log that match. */
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
