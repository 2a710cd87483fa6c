import type { AuditFacts } from "../../platform/audit/audit-log.ts";
import type { Queryable } from "../../platform/db/database.ts";

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
