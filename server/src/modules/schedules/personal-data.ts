import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Schedules are deleted, with their times. */
export const personalData: PersonalData = {
  async erase(tx, { accountId }) {
    await sql`DELETE FROM schedules WHERE account_id = ${accountId}`.execute(tx);
  },
};
