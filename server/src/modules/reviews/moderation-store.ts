import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

/** A review that was reported after an operator's last decision about it. */
export interface ReportedReview {
  reviewId: string;
  agentId: number;
  agentName: string;
  username: string;
  rating: number;
  text: string;
  reports: number;
  /** The reasons given in the latest reports. */
  reasons: string[];
}

/** The number of reasons to show per review. Further reports usually give the same reasons. */
const REASONS_SHOWN = 3;

/** Reads the visible reviews with open reports, the most reported first. */
export async function readReported(db: Queryable, limit: number): Promise<ReportedReview[]> {
  const { rows } = await sql<Omit<ReportedReview, "reports"> & { reports: bigint }>`
    WITH reported AS (
      SELECT p.review_id, count(*) AS reports
      FROM review_reports p JOIN agent_reviews r ON r.id = p.review_id AND r.is_shown
      WHERE p.closed_at IS NULL
      GROUP BY p.review_id ORDER BY count(*) DESC, p.review_id LIMIT ${limit}
    )
    SELECT r.id AS "reviewId", r.agent_id AS "agentId", a.name AS "agentName", u.username, r.rating, r.text,
      reported.reports,
      ARRAY(SELECT p.reason FROM review_reports p WHERE p.review_id = r.id AND p.closed_at IS NULL
        ORDER BY p.created_at DESC LIMIT ${REASONS_SHOWN}) AS reasons
    FROM reported
    JOIN agent_reviews r ON r.id = reported.review_id
    JOIN agent_cards a ON a.agent_id = r.agent_id
    JOIN person_names u ON u.user_id = r.user_id
    ORDER BY reported.reports DESC, r.id`.execute(db);
  return rows.map((row) => ({ ...row, reports: Number(row.reports) }));
}

/** Hides a review or shows it again. @returns false if there is no such review, or it is already in that state. */
export async function setHidden(tx: Tx, reviewId: string, hidden: boolean): Promise<boolean> {
  const result = await tx
    .updateTable("agent_reviews")
    .set({ hidden_at: hidden ? sql<Date>`now()` : null })
    .where("id", "=", reviewId)
    .where("hidden_at", hidden ? "is" : "is not", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Closes the open reports of a review. @returns how many there were. */
export async function closeReports(tx: Tx, reviewId: string): Promise<number> {
  const result = await tx
    .updateTable("review_reports")
    .set({ closed_at: sql<Date>`now()` })
    .where("review_id", "=", reviewId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
