import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Stored values and waits are deleted: those of the account, and those that others have with its agents. */
export const personalData: PersonalData = {
  async erase(tx, { accountId }) {
    await sql`DELETE FROM workflow_values WHERE account_id = ${accountId}`.execute(tx);
    await sql`DELETE FROM run_waits WHERE account_id = ${accountId}`.execute(tx);
    await sql`
      DELETE FROM workflow_values
      WHERE agent_id IN (SELECT agent_id FROM agent_cards WHERE owner_account_id = ${accountId})`.execute(tx);
  },
};
