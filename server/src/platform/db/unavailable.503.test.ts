import { Problem } from "@stoa/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { openDatabase } from "./database.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import { type FreezableDatabase, openFreezableDatabase } from "./frozen-database.fixture.ts";

const database = useTestDatabase();
let way: FreezableDatabase;
beforeAll(async () => {
  way = await openFreezableDatabase(database().url);
});
// This hook is registered before the server's hook, because `afterAll` hooks run in reverse order.
afterAll(() => way.stop());
const server = useTestServer({ beside: () => ({ pool: database().pool, databaseUrl: way.url }) });

const getStatus = async (path: string) => (await server().client.get(`/api/v1${path}`)).status;

test("a server with a frozen database stays live, becomes unready within seconds, and recovers", async () => {
  expect([
    await getStatus("/health/live"),
    await getStatus("/health/ready"),
    await getStatus("/health"),
  ]).toEqual([200, 200, 200]);
  way.freeze();
  try {
    // An earlier health result is reused for up to a second.
    await expect.poll(() => getStatus("/health/ready"), { timeout: 10_000 }).toBe(503);
    expect(await getStatus("/health/live")).toBe(200);
    const answer = await server().client.get("/api/v1/health");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(parseAnswer(Problem, answer).error).toBe("at_capacity");
  } finally {
    way.thaw();
  }
  await expect.poll(() => getStatus("/health/ready"), { timeout: 10_000 }).toBe(200);
});

test("returns 503 with Retry-After if the request's database connection is killed", async () => {
  const { client } = server();
  const blocker = await database().pool.connect();
  try {
    await blocker.query("BEGIN; LOCK TABLE agents IN ACCESS EXCLUSIVE MODE");
    const answering = client.get("/api/v1/agents/4");
    const waiting = () =>
      sql<{ pid: number }>`
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'stoa'
          AND query LIKE '%agents%'`
        .execute(database().db)
        .then(({ rows }) => rows.map(({ pid }) => pid));
    await expect.poll(waiting).not.toEqual([]);
    for (const pid of await waiting()) await blocker.query("SELECT pg_terminate_backend($1)", [pid]);
    const answer = await answering;
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    await blocker.query("ROLLBACK");
    blocker.release();
  }
});

test("a query to a frozen database fails, and its connection is replaced", async () => {
  const { db } = openDatabase({ url: way.url, poolSize: 1, answerWithinMs: 300, onLost: () => {} });
  const one = () => sql`SELECT 1 AS one`.execute(db).then(({ rows }) => rows);
  try {
    expect(await one()).toEqual([{ one: 1 }]);
    // An idle connection is kept, however long it is idle.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await one()).toEqual([{ one: 1 }]);
    way.freeze();
    const error = await one().catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    way.thaw();
    expect(await one()).toEqual([{ one: 1 }]);
  } finally {
    way.thaw();
    await db.destroy();
  }
});
