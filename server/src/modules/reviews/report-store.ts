import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** The outcome of a report. A person can report a review once. */
export type ReportOutcome = "reported" | "reported_before" | "no_review";

/** Stores one person's report of a shown review. */
export async function storeReport(
  db: Queryable,
  report: { agentId: number; reviewId: string; userId: string; reason: string },
): Promise<ReportOutcome> {
  // Locked, because a review that is written again in the meantime has a new id.
  const { rows } = await sql<{ found: boolean; stored: boolean }>`
    WITH review AS (
      SELECT id FROM agent_reviews
      WHERE id = ${report.reviewId} AND agent_id = ${report.agentId} AND is_shown
      FOR KEY SHARE
    ), stored AS (
      INSERT INTO review_reports (review_id, user_id, reason)
      SELECT id, ${report.userId}, ${report.reason} FROM review
      ON CONFLICT DO NOTHING RETURNING review_id
    )
    SELECT EXISTS (SELECT FROM review) AS found, EXISTS (SELECT FROM stored) AS stored`.execute(db);
  const [outcome] = rows;
  if (!outcome?.found) return "no_review";
  return outcome.stored ? "reported" : "reported_before";
}
