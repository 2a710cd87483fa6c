import { NOTIFICATION_LIMITS } from "@stoa/contract";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { someAccount } from "../catalog/catalog.fixture.ts";
import { removeOld } from "./notification-store.ts";
import { tell } from "./notifications.fixture.ts";

const database = useTestDatabase();

async function kept(userId: string): Promise<string[]> {
  const { rows } = await database().pool.query(
    "SELECT facts ->> 'agent_name' AS name FROM notifications WHERE user_id = $1 ORDER BY id DESC",
    [userId],
  );
  return rows.map(({ name }) => name);
}

test("keeps only each person's newest 500 notifications", async () => {
  const { db } = database();
  const [one, other] = [await someAccount(db), await someAccount(db)];
  await tell(db, other.accountId, "other");
  const count = NOTIFICATION_LIMITS.keptPerPerson + 5;
  for (let n = 1; n <= count; n += 1) await tell(db, one.accountId, `n${n}`);
  const newest = Array.from({ length: NOTIFICATION_LIMITS.keptPerPerson }, (_, n) => `n${count - n}`);
  expect(await kept(one.userId)).toEqual(newest);
  expect(await kept(other.userId)).toEqual(["other"]);
});

test("removes any number of notifications older than 90 days, and keeps newer ones", async () => {
  const { db, pool } = database();
  const { accountId, userId } = await someAccount(db);
  for (const by of ["old", "older", "young"]) await tell(db, accountId, by);
  await pool.query(
    `UPDATE notifications SET created_at = now() - make_interval(days => CASE facts ->> 'agent_name'
       WHEN 'young' THEN 89 WHEN 'old' THEN 90 ELSE 400 END, secs => 60) WHERE user_id = $1`,
    [userId],
  );
  await pool.query(
    `INSERT INTO notifications (user_id, kind, facts, occasion, created_at)
       SELECT u.id, 'balance_low', '{}', 'old:' || n, now() - interval '91 days'
       FROM (SELECT id FROM users WHERE id <> $1 LIMIT 1) u, generate_series(1, 400) n`,
    [userId],
  );
  await removeOld(db);
  expect(await kept(userId)).toEqual(["young"]);
  const { rows } = await pool.query(
    "SELECT count(*)::int AS old FROM notifications WHERE occasion LIKE 'old:%'",
  );
  expect(rows[0].old).toBe(0);
});
