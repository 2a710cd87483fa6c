import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Endpoints are deleted with their events. They are locked in the order of their ids, as deliveries lock them. */
export const personalData: PersonalData = {
  async erase(tx, { accountId }) {
    await sql`
      DELETE FROM webhook_endpoints WHERE id IN (
        SELECT id FROM webhook_endpoints WHERE account_id = ${accountId} ORDER BY id FOR UPDATE)`.execute(tx);
    await sql`DELETE FROM webhook_events WHERE account_id = ${accountId}`.execute(tx);
  },
};
