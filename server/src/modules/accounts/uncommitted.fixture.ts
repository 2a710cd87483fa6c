import { sql } from "kysely";
import { expect } from "vitest";
import { hashPassword } from "../../platform/crypto/password.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { updatePassword } from "./identity-store.ts";
import { endSessions } from "./session-store.ts";

/** Runs `begin` while `change` is not yet committed. Commits the change when `begin` waits for it or has ended. */
export async function runBesideUncommitted<T>(
  db: Database,
  change: (tx: Tx) => Promise<void>,
  begin: () => Promise<T>,
): Promise<T> {
  const changing = await db.startTransaction().execute();
  await change(changing);
  let hasEnded = false;
  const begun = begin().finally(() => {
    hasEnded = true;
  });
  const waiting = sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => hasEnded || (await waiting.execute(db)).rows.length > 0).toBe(true);
  await changing.commit().execute();
  return begun;
}

/** Changes a password as a reset does. Ends all sessions, including those that are being opened. */
export async function replacePasswordAndEndSessions(tx: Tx, userId: string): Promise<void> {
  await updatePassword(tx, userId, await hashPassword("another horse"));
  await endSessions(tx, userId);
}
