import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { someAccount } from "../catalog/catalog.fixture.ts";
import { lockAccount } from "./schedule-store.ts";

const database = useTestDatabase();

test("the account lock does not block inserts of rows that reference the account", async () => {
  const { db, pool } = database();
  const { accountId } = await someAccount(db);
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    const written = await pool.query(
      `INSERT INTO webhook_endpoints (account_id, url, event_types, sealed_secret)
       VALUES ($1, 'https://hooks.example.com', ARRAY['run.completed'], 'sealed')`,
      [accountId],
    );
    expect(written.rowCount).toBe(1);
  });
});
