import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { TEST_CONTENT_VAULT } from "../../platform/crypto/content-vault.fixture.ts";
import { Traffic } from "../../platform/outbound/traffic.ts";
import { someAccount, someAgent } from "../catalog/catalog.fixture.ts";
import { createValuesStore } from "./values-store.ts";

const database = useTestDatabase();

const createRun = (accountId: string, agentId: number) => ({
  accountId,
  agentId,
  hosts: [],
  traffic: new Traffic(),
  developerAccountId: accountId,
  signal: new AbortController().signal,
  track: () => undefined,
});

test("a write that waits too long for another write fails as busy, not as an internal error", async () => {
  const { db } = database();
  const run = createRun("acc_1", 7);
  await db.transaction().execute(async (elsewhere) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('workflow acc_1', 0))`.execute(elsewhere);
    await expect(
      createValuesStore(db, TEST_CONTENT_VAULT).write(run, { kind: "static", key: "a" }, "1"),
    ).rejects.toMatchObject({
      name: "RouteRefusal",
      status: 503,
      code: "storage_busy",
    });
  });
}, 20_000);

test("the storage limit applies to all agents of one account together, and not to other accounts", async () => {
  const { db } = database();
  const [one, other] = [await someAccount(db), await someAccount(db)];
  const [first, second] = [
    await someAgent(db, other.accountId, { name: "First" }),
    await someAgent(db, other.accountId, { name: "Second" }),
  ];
  const values = createValuesStore(db, TEST_CONTENT_VAULT, () => 1_000);
  const text = JSON.stringify("x".repeat(598));
  await values.write(createRun(one.accountId, first), { kind: "memory", key: "a" }, text);
  // Writing a value again replaces the old one.
  await values.write(createRun(one.accountId, first), { kind: "memory", key: "a" }, text);
  await expect(
    values.write(createRun(one.accountId, second), { kind: "table", key: "b" }, text),
  ).rejects.toMatchObject({ status: 413, code: "storage_full" });
  expect(await values.read(createRun(one.accountId, second), { kind: "table", key: "b" })).toBeUndefined();
  await values.write(createRun(other.accountId, second), { kind: "table", key: "b" }, text);
  const { rows } = await sql<{
    bytes: number;
  }>`SELECT stored_bytes(${one.accountId})::integer AS bytes`.execute(db);
  expect(rows).toEqual([{ bytes: 600 }]);
});
