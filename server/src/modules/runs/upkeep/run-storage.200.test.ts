import { ExecutionResult, RunStorage, RunTrace } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useRuns } from "../runs.fixture.ts";
import { applyRetention } from "./retention.ts";

const LIMIT = 400_000;
const stack = useRuns({ storageLimit: LIMIT });

/** An agent that returns random text. Its 45,000 characters are compressed to about 30,000 bytes before they are stored. */
const WRITES = `import random
def run(message: str):
    yield "".join(random.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=45000))
`;

async function scene() {
  const { client, db, person, agent } = stack();
  const developer = await person();
  const agent_id = await agent(developer.accountId, { source: WRITES, price: 0n });
  const run = async (token: string) =>
    parseAnswer(
      ExecutionResult,
      await client.post("/api/v1/execute/run", { agent_id, input_data: { message: "go" } }, { token }),
    ).run_id;
  const storage = async (token: string) =>
    parseAnswer(RunStorage, await client.get("/api/v1/execute/storage", { token }));
  const trace = async (token: string, id: string) =>
    parseAnswer(RunTrace, await client.get(`/api/v1/execute/runs/${id}/trace`, { token }));
  /**
   * Moves the ends of the runs a minute into the past, because content is removed a minute after its run ended at the
   * earliest.
   */
  const passAMinute = () => sql`UPDATE runs SET ended_at = ended_at - interval '61 seconds'`.execute(db);
  const allCounted = async () => {
    const { rows } = await sql`SELECT FROM outbox WHERE topic = 'runs.statistics' LIMIT 1`.execute(db);
    return rows.length === 0;
  };
  return { client, db, person, run, storage, trace, passAMinute, allCounted };
}

/** Returns the content of an account's runs that the database still contains. */
async function readContent(accountId: string) {
  const { rows } = await sql<{ id: string; bytes: number }>`
    SELECT id, run_content_bytes(id)::float8 AS bytes FROM runs WHERE account_id = ${accountId} ORDER BY id`.execute(
    stack().db,
  );
  return rows;
}

async function listNotices(userId: string) {
  const { rows } = await sql`SELECT kind, facts FROM notifications WHERE user_id = ${userId}`.execute(
    stack().db,
  );
  return rows;
}

test("an account that stores more than its plan allows loses the content of its oldest runs", async () => {
  const { db, person, run, storage, trace, passAMinute, allCounted } = await scene();
  const [heavy, other] = [await person(), await person()];
  const kept = await run(other.token);
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await run(heavy.token));
  await expect.poll(allCounted).toBe(true);
  const before = await storage(heavy.token);
  expect(before).toMatchObject({ limit_bytes: LIMIT, workflow_bytes: 0 });
  // Output is stored twice: as the answer and as an event of the stream.
  expect(before.used_bytes).toBeGreaterThan(6 * 2 * 29_000);
  expect(before.used_bytes).toBeLessThan(LIMIT);
  const rowsBefore = await sql`SELECT * FROM runs WHERE account_id = ${heavy.accountId}`.execute(db);

  await passAMinute();
  ids.push(await run(heavy.token));
  await expect
    .poll(async () => (await trace(heavy.token, ids[0] ?? "")).is_expired, { timeout: 5_000 })
    .toBe(true);
  await expect.poll(async () => (await storage(heavy.token)).used_bytes).toBeLessThanOrEqual(0.95 * LIMIT);

  const content = await readContent(heavy.accountId);
  expect(content.map(({ bytes }) => bytes > 0)).toEqual([false, true, true, true, true, true, true]);
  expect((await storage(heavy.token)).used_bytes).toBe(content.reduce((sum, { bytes }) => sum + bytes, 0));
  expect((await trace(heavy.token, ids[6] ?? "")).content?.output).toHaveLength(45_000);
  expect((await trace(other.token, kept)).is_expired).toBe(false);
  // The runs themselves stay unchanged, including their cost.
  const rowsAfter = await sql`
    SELECT r.*, ended_at + interval '61 seconds' AS ended_at FROM runs r
    WHERE account_id = ${heavy.accountId} AND id <> ${ids[6]}`.execute(db);
  expect(rowsAfter.rows).toHaveLength(rowsBefore.rows.length);
  expect(rowsAfter.rows).toEqual(expect.arrayContaining(rowsBefore.rows));
  expect(await listNotices(heavy.userId)).toEqual([{ kind: "storage_full", facts: { limit_bytes: LIMIT } }]);
  expect(await listNotices(other.userId)).toEqual([]);

  await passAMinute();
  for (let n = 0; n < 3; n += 1) await run(heavy.token);
  await expect
    .poll(async () => (await trace(heavy.token, ids[1] ?? "")).is_expired, { timeout: 5_000 })
    .toBe(true);
  expect(await listNotices(heavy.userId)).toHaveLength(1);
});

test("run contents that expired with their monthly partition no longer count toward the used storage", async () => {
  const { db, person, run, storage, allCounted } = await scene();
  const { accountId, token } = await person();
  await run(token);
  await expect.poll(allCounted).toBe(true);
  await sql`INSERT INTO run_storage (account_id, month, bytes) VALUES (${accountId}, '2020-01-01', 100000)`.execute(
    db,
  );
  const { used_bytes } = await storage(token);
  await applyRetention(db, { contentDays: 90 });
  expect((await storage(token)).used_bytes).toBe(used_bytes - 100_000);
});
