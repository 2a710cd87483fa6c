import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Notifications and their settings are deleted. */
export const personalData: PersonalData = {
  async erase(tx, { userId }) {
    await sql`DELETE FROM notification_settings WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM notifications WHERE user_id = ${userId}`.execute(tx);
  },
};
