import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { someAccount } from "../catalog/catalog.fixture.ts";
import { insertEndedRun } from "./ended-run.fixture.ts";

const database = useTestDatabase();

const endedRun = (accountId: string, depth = 0) => insertEndedRun(database().db, accountId, depth);

async function listening(types: readonly string[], count = 1): Promise<string> {
  const { accountId } = await someAccount(database().db);
  for (let n = 0; n < count; n += 1)
    await sql`
      INSERT INTO webhook_endpoints (account_id, url, event_types, sealed_secret)
      VALUES (${accountId}, 'https://hooks.example.com/', ${[...types]}::text[], 'x')`.execute(database().db);
  return accountId;
}

const fold = sql`SELECT fold_run_statistics(100)`;

async function queued(accountId: string) {
  const { rows } = await sql`
    SELECT v.run_id, v.type, count(d.id)::int AS deliveries
    FROM webhook_events v JOIN webhook_deliveries d ON d.event_id = v.id
    WHERE v.account_id = ${accountId} GROUP BY v.id ORDER BY v.run_id`.execute(database().db);
  return rows;
}

test("creates one event for an ended run even if a crash interrupts the first attempt", async () => {
  const { db } = database();
  const accountId = await listening(["run.completed"], 2);
  const run_id = await endedRun(accountId);
  const crashed = db.transaction().execute(async (tx) => {
    await fold.execute(tx);
    throw new Error("the node has crashed");
  });
  await expect(crashed).rejects.toThrow("the node has crashed");
  expect(await queued(accountId)).toEqual([]);
  await fold.execute(db);
  await fold.execute(db);
  expect(await queued(accountId)).toEqual([{ run_id, type: "run.completed", deliveries: 2 }]);
});

test("creates each event for the right account if runs of many accounts are processed together", async () => {
  const { db } = database();
  const [one, other] = [await listening(["run.completed"]), await listening(["run.completed", "run.failed"])];
  const [silent, uninterested] = [(await someAccount(db)).accountId, await listening(["run.failed"])];
  const runs = [await endedRun(one), await endedRun(one)];
  const others = await endedRun(other);
  for (const accountId of [silent, uninterested]) await endedRun(accountId);
  await endedRun(other, 1);
  await fold.execute(db);
  expect(await queued(one)).toEqual(runs.map((run_id) => ({ run_id, type: "run.completed", deliveries: 1 })));
  expect(await queued(other)).toEqual([{ run_id: others, type: "run.completed", deliveries: 1 }]);
  for (const accountId of [silent, uninterested]) expect(await queued(accountId)).toEqual([]);
});

test("processes a run without an error while an endpoint of its account is being deleted", async () => {
  const { db, pool } = database();
  const accountId = await listening(["run.completed"]);
  await endedRun(accountId);
  const deleting = await pool.connect();
  await deleting.query("BEGIN");
  await deleting.query("DELETE FROM webhook_endpoints WHERE account_id = $1", [accountId]);
  const folding = fold.execute(db);
  const waiting = async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  await expect.poll(waiting).toBe(1);
  await deleting.query("COMMIT");
  deleting.release();
  await folding;
  expect(await queued(accountId)).toEqual([]);
});
