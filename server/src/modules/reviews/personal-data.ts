import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

/**
 * Exports a person's reviews, reports and replies, and erases the texts that they wrote. A review without text is not
 * shown and does not count toward the rating.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "reviews",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT v.id AS cursor, row_to_json(r)::text AS row
        FROM agent_reviews v, LATERAL (SELECT v.id, v.agent_id, v.rating, v.text, v.created_at, v.updated_at,
          v.reply_text, v.reply_created_at, v.withdrawn_at, v.hidden_at) r
        WHERE v.user_id = ${userId} AND v.id > ${after} ORDER BY v.id ${limit}`,
    },
    {
      name: "review_reports",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT v.review_id AS cursor, row_to_json(r)::text AS row
        FROM review_reports v, LATERAL (SELECT v.review_id, v.reason, v.created_at, v.closed_at) r
        WHERE v.user_id = ${userId} AND v.review_id > ${after} ORDER BY v.review_id ${limit}`,
    },
    {
      name: "review_replies",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT v.id AS cursor, row_to_json(r)::text AS row
        FROM agent_reviews v JOIN agent_cards a ON a.agent_id = v.agent_id,
        LATERAL (SELECT v.id AS review_id, v.agent_id, v.reply_text, v.reply_created_at, v.reply_updated_at) r
        WHERE a.owner_account_id = ${accountId} AND v.reply_text IS NOT NULL AND v.id > ${after} ORDER BY v.id ${limit}`,
    },
  ],
  async erase(tx, { userId, accountId }) {
    await sql`
      UPDATE agent_reviews SET text = '', withdrawn_at = now(),
        reply_text = NULL, reply_created_at = NULL, reply_updated_at = NULL
      WHERE user_id = ${userId} AND withdrawn_at IS NULL`.execute(tx);
    await sql`
      UPDATE agent_reviews r SET reply_text = NULL, reply_created_at = NULL, reply_updated_at = NULL
      FROM agent_cards a WHERE a.agent_id = r.agent_id AND a.owner_account_id = ${accountId} AND r.reply_text IS NOT NULL`.execute(
      tx,
    );
    await sql`
      UPDATE review_reports SET reason = 'removed with its author''s account'
      WHERE user_id = ${userId}`.execute(tx);
  },
};
