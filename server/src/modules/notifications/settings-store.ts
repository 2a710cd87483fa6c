import type { NotificationSettings } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** Reads which kinds a person has switched off; none for somebody who never chose. */
export async function readSettings(db: Queryable, userId: string): Promise<NotificationSettings> {
  const { rows } = await sql<NotificationSettings>`
    SELECT muted FROM notification_settings WHERE user_id = ${userId}`.execute(db);
  return rows[0] ?? { muted: [] };
}

export async function writeSettings(
  db: Queryable,
  userId: string,
  { muted }: NotificationSettings,
): Promise<NotificationSettings> {
  await sql`
    INSERT INTO notification_settings (user_id, muted) VALUES (${userId}, ${muted}::text[])
    ON CONFLICT (user_id) DO UPDATE SET muted = excluded.muted`.execute(db);
  return { muted };
}
