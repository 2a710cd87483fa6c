import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Deletes the embeddings of the account's agents. */
export const personalData: PersonalData = {
  export: [],
  async erase(tx, { accountId }) {
    await sql`
      DELETE FROM agent_embeddings
      WHERE agent_id IN (SELECT agent_id FROM agent_cards WHERE owner_account_id = ${accountId})`.execute(tx);
  },
};
