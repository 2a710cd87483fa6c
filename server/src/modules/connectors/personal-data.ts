import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Credentials of services are deleted, with their grants. What others allowed the agents of the account is revoked. */
export const personalData: PersonalData = {
  async erase(tx, { userId, accountId }) {
    await sql`DELETE FROM connector_grants WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM connectors WHERE account_id = ${accountId}`.execute(tx);
    await sql`
      UPDATE connector_grants SET revoked_at = now()
      WHERE agent_owner_account_id = ${accountId} AND revoked_at IS NULL`.execute(tx);
  },
};
