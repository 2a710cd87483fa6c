import { expect, test } from "vitest";
import { addConnector, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();
const openAi = (usage_quota: number | null) => ({ service_name: "openai", api_key: "sk-1", usage_quota });

async function shownUsage(token: string): Promise<unknown> {
  const { body } = await server().client.get("/api/v1/connectors", { token });
  return Object(body)[0]?.current_usage;
}

test("a quota of 20 allows exactly 20 of 50 concurrent calls", async () => {
  const { client, connectors } = server();
  const person = await client.register();
  const { id } = await addConnector(server(), person, openAi(20));
  const answers = await Promise.all(Array.from({ length: 50 }, () => connectors.countUse(id)));
  expect(answers.filter((answer) => answer === "counted")).toHaveLength(20);
  expect(answers.filter((answer) => answer === "quota_reached")).toHaveLength(30);
  expect(await shownUsage(person.token)).toBe(20);
});

test("calls that wait for the row lock check the quota again", async () => {
  const { client, connectors, database } = server();
  const { id } = await addConnector(server(), await client.register(), openAi(3));
  const holder = await database.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM connectors WHERE id = $1 FOR UPDATE", [id]);
  const answers = Array.from({ length: 10 }, () => connectors.countUse(id));
  await expect
    .poll(async () => {
      const { rows } = await holder.query(
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows[0].waiting;
    })
    .toBe(10);
  await holder.query("COMMIT");
  holder.release();
  expect((await Promise.all(answers)).toSorted()).toEqual([
    ...Array(3).fill("counted"),
    ...Array(7).fill("quota_reached"),
  ]);
});

test("without a quota, every call is allowed and counted", async () => {
  const { client, connectors } = server();
  const person = await client.register();
  const { id } = await addConnector(server(), person, openAi(null));
  const answers = await Promise.all(Array.from({ length: 30 }, () => connectors.countUse(id)));
  expect(new Set(answers)).toEqual(new Set(["counted"]));
  expect(await shownUsage(person.token)).toBe(30);
});

test("a quota of 0 allows no call", async () => {
  const { client, connectors } = server();
  const { id } = await addConnector(server(), await client.register(), openAi(0));
  expect(await connectors.countUse(id)).toBe("quota_reached");
});

test("a new month starts with a usage of 0 and the full quota", async () => {
  const { client, connectors, database } = server();
  const person = await client.register();
  const { id } = await addConnector(server(), person, openAi(2));
  await connectors.countUse(id);
  await connectors.countUse(id);
  expect(await connectors.countUse(id)).toBe("quota_reached");
  await database.pool.query(
    "UPDATE connectors SET usage_month = (usage_month - interval '1 month')::date WHERE id = $1",
    [id],
  );
  expect(await shownUsage(person.token)).toBe(0);
  expect(await connectors.countUse(id)).toBe("counted");
  expect(await shownUsage(person.token)).toBe(1);
});

test("the month of a usage count is the month in UTC, whatever the database's time zone", async () => {
  const { pool } = server().database;
  const client = await pool.connect();
  try {
    await client.query("SET timezone = 'Pacific/Kiritimati'");
    const { rows } = await client.query("SELECT utc_month()::text AS month");
    expect(rows[0].month).toBe(`${new Date().toISOString().slice(0, 7)}-01`);
  } finally {
    client.release(true);
  }
});

test("calls with an inactive or deleted connector are refused and not counted", async () => {
  const { client, connectors } = server();
  const { token, ...person } = await client.register();
  const { id } = await addConnector(server(), { token, ...person }, openAi(null));
  await client.put(`/api/v1/connectors/${id}`, { is_active: false }, { token });
  expect(await connectors.countUse(id)).toBe("inactive");
  expect(await shownUsage(token)).toBe(0);
  await client.call("DELETE", `/api/v1/connectors/${id}`, { token });
  expect(await connectors.countUse(id)).toBe("gone");
});
