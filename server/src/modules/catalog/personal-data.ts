import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Agents are no longer found, read or run. Their rows and files stay, because receipts of other people name them and
 * versions are immutable. */
export const personalData: PersonalData = {
  async erase(tx, { userId, accountId }) {
    await sql`DELETE FROM favourites WHERE user_id = ${userId}`.execute(tx);
    await sql`
      UPDATE agents SET is_active = false, description = '', documentation = '', tags = '{}', features = '{}',
        use_cases = '{}', updated_at = now()
      WHERE owner_account_id = ${accountId} AND (is_active OR documentation <> '')`.execute(tx);
    await sql`
      UPDATE agent_versions SET state = 'withdrawn'
      WHERE agent_id IN (SELECT id FROM agents WHERE owner_account_id = ${accountId}) AND state <> 'withdrawn'`.execute(
      tx,
    );
    await sql`DELETE FROM search_documents WHERE owner_account_id = ${accountId}`.execute(tx);
  },
};
