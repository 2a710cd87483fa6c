import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Reviews, replies and reports lose their text. A review without text is not shown and does not rate. */
export const personalData: PersonalData = {
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
