import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData } from "../../platform/personal-data/personal-data.ts";

/** Exports and deletes a person's notifications and notification settings. */
export const personalData: PersonalData = {
  export: [
    {
      name: "notifications",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT n.id AS cursor, row_to_json(r)::text AS row
        FROM notifications n, LATERAL (SELECT n.id, n.kind, n.facts, n.created_at, n.read_at) r
        WHERE n.user_id = ${userId} AND n.id > ${after} ORDER BY n.id ${limit}`,
    },
    {
      name: "notification_settings",
      pageRows: EXPORT_PAGE.small,
      select: ({ userId }, after, limit) => sql`
        SELECT s.user_id AS cursor, row_to_json(r)::text AS row
        FROM notification_settings s, LATERAL (SELECT s.muted) r
        WHERE s.user_id = ${userId} AND s.user_id > ${after} ${limit}`,
    },
  ],
  async erase(tx, { userId }) {
    await sql`DELETE FROM notification_settings WHERE user_id = ${userId}`.execute(tx);
    await sql`DELETE FROM notifications WHERE user_id = ${userId}`.execute(tx);
  },
};
