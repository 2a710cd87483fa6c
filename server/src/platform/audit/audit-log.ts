import type { Queryable, Tx } from "../db/database.ts";

/** Named details of an action, such as what changed. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * An action that must stay traceable, such as an operator's action, an account deletion, or a change of an agent's
 * secrets.
 */
export interface AuditRecord {
  /** `operator:<operating system user>`, or a user id. */
  actor: string;
  /** The action, as `<thing>.<verb>`. */
  action: string;
  /** The id of the thing that changed; `agent:<number>` for an agent. */
  subject: string;
  /** The actor's reason. */
  reason?: string;
  /** The changed values before the action. */
  before?: AuditFacts;
  after?: AuditFacts;
  details?: Record<string, string>;
}

/**
 * Records an action in the transaction that performs it, so that no action lacks its row. Rows are never changed or
 * deleted. Returns the row's id.
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
      before: toJson(before),
      after: toJson(after),
      details: JSON.stringify(details ?? {}),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function toJson(value: AuditFacts | undefined): string | null {
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
  /** A full action name, or its prefix, such as `run`. */
  action?: string;
  /** Subject ids: a person's id and the ids of that person's accounts. */
  subjects?: readonly string[];
  since?: Date;
  /** The last row of the previous page; only older rows are returned. */
  before?: string;
  limit: number;
}

/** Returns the newest matching rows of the audit log. */
export async function readAuditLog(db: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  const { actor, action, subjects, since, before, limit } = filter;
  return db
    .selectFrom("audit_log")
    .select(["id", "created_at as at", "actor", "action", "subject", "reason", "before", "after", "details"])
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
    .$if(action !== undefined, (query) =>
      query.where((row) =>
        row.or([row("action", "=", action ?? ""), row("action", "like", `${escapeLike(action ?? "")}.%`)]),
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

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
