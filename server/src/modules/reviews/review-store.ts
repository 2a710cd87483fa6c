import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

/** A review with its author's name. */
export interface ReviewRow {
  id: string;
  agentId: number;
  username: string;
  rating: number;
  text: string;
  createdAt: Date;
  updatedAt: Date;
  replyText: string | null;
  replyCreatedAt: Date | null;
  replyUpdatedAt: Date | null;
  isHidden: boolean;
}

/** The columns of `agent_reviews AS r JOIN person_names AS u`. */
const COLUMNS = sql`r.id, r.agent_id AS "agentId", u.username, r.rating, r.text, r.created_at AS "createdAt",
  r.updated_at AS "updatedAt", r.reply_text AS "replyText", r.reply_created_at AS "replyCreatedAt",
  r.reply_updated_at AS "replyUpdatedAt", r.hidden_at IS NOT NULL AS "isHidden"`;

/** Reads up to `limit` + 1 of an agent's visible reviews, newest first. Ids sort by creation time. */
export async function readReviews(
  db: Queryable,
  agentId: number,
  page: { limit: number; offset: number; cursor: string | undefined },
): Promise<ReviewRow[]> {
  const before = page.cursor === undefined ? sql`` : sql`AND r.id < ${page.cursor}`;
  const { rows } = await sql<ReviewRow>`
    SELECT ${COLUMNS} FROM agent_reviews r JOIN person_names u ON u.user_id = r.user_id
    WHERE r.agent_id = ${agentId} AND r.is_shown ${before}
    ORDER BY r.id DESC LIMIT ${page.limit + 1} OFFSET ${page.cursor === undefined ? page.offset : 0}`.execute(
    db,
  );
  return rows;
}

/** Counts the ratings of an agent's visible reviews. */
export async function countRatings(db: Queryable, agentId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ rating: number; count: bigint }>`
    SELECT rating, count(*) FROM agent_reviews WHERE agent_id = ${agentId} AND is_shown GROUP BY rating`.execute(
    db,
  );
  return new Map(rows.map(({ rating, count }) => [rating, Number(count)]));
}

/** Reads a person's review of an agent, even if it is hidden, unless the person has removed it. */
export async function readOwnReview(
  db: Queryable,
  agentId: number,
  userId: string,
): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    SELECT ${COLUMNS} FROM agent_reviews r JOIN person_names u ON u.user_id = r.user_id
    WHERE r.agent_id = ${agentId} AND r.user_id = ${userId} AND r.withdrawn_at IS NULL`.execute(db);
  return rows[0];
}

/** Returns whether a person belongs to an account, whichever account they are acting for. */
export async function isMember(db: Queryable, userId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("account_members")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the data that the notification of a new review contains. */
export async function readReviewedAgent(
  db: Queryable,
  agentId: number,
): Promise<{ name: string; ownerAccountId: string }> {
  const { rows } = await sql<{ name: string; ownerAccountId: string }>`
    SELECT name, owner_account_id AS "ownerAccountId" FROM agent_cards WHERE agent_id = ${agentId}`.execute(
    db,
  );
  const [agent] = rows;
  if (!agent) throw new Error(`agent ${agentId} does not exist`);
  return agent;
}

/**
 * Writes a person's review of an agent. A removed review that is written again counts as new, unless it is hidden.
 * @returns whether it is new.
 */
export async function storeReview(
  tx: Tx,
  review: { agentId: number; userId: string; rating: number; text: string },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    INSERT INTO agent_reviews AS r (agent_id, user_id, rating, text)
    VALUES (${review.agentId}, ${review.userId}, ${review.rating}, ${review.text})
    ON CONFLICT (agent_id, user_id) DO UPDATE SET
      rating = excluded.rating, text = excluded.text, updated_at = now(), withdrawn_at = NULL,
      id = CASE WHEN r.withdrawn_at IS NULL OR r.hidden_at IS NOT NULL THEN r.id ELSE excluded.id END,
      created_at = CASE WHEN r.withdrawn_at IS NULL THEN r.created_at ELSE now() END
    RETURNING old.id IS DISTINCT FROM new.id AS "isNew"`.execute(tx);
  return rows[0]?.isNew ?? false;
}

/** Removes a person's review, with its text and its reply. @returns false if there is none. */
export async function withdrawReview(db: Queryable, agentId: number, userId: string): Promise<boolean> {
  const result = await db
    .updateTable("agent_reviews")
    .set({
      withdrawn_at: sql<Date>`now()`,
      text: "",
      reply_text: null,
      reply_created_at: null,
      reply_updated_at: null,
    })
    .where("agent_id", "=", agentId)
    .where("user_id", "=", userId)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Writes the reply to a visible review. @returns the review; undefined if there is none. */
export async function storeReply(
  db: Queryable,
  agentId: number,
  reviewId: string,
  text: string,
): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    UPDATE agent_reviews r SET reply_text = ${text}, reply_updated_at = now(),
      reply_created_at = coalesce(r.reply_created_at, now())
    FROM person_names u
    WHERE u.user_id = r.user_id AND r.id = ${reviewId} AND r.agent_id = ${agentId} AND r.is_shown
    RETURNING ${COLUMNS}`.execute(db);
  return rows[0];
}

/** Removes the reply to a review. @returns false if there is no reply. */
export async function removeReply(db: Queryable, agentId: number, reviewId: string): Promise<boolean> {
  const result = await db
    .updateTable("agent_reviews")
    .set({ reply_text: null, reply_created_at: null, reply_updated_at: null })
    .where("id", "=", reviewId)
    .where("agent_id", "=", agentId)
    .where("reply_text", "is not", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The outcome of a report. A person can report a review once. */
type ReportOutcome = "reported" | "reported_before" | "no_review";

/** Stores a person's report of a visible review. */
export async function storeReport(
  db: Queryable,
  report: { agentId: number; reviewId: string; userId: string; reason: string },
): Promise<ReportOutcome> {
  // A review that is removed and written again gets a new id, so the review is locked until the report is stored.
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
