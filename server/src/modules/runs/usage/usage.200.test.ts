import { SpendingStats, UsageHistory, UsageStats } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useRuns } from "../runs.fixture.ts";

const stack = useRuns();

/** Creates a caller with three runs of two agents, one of them failed. The echo costs two tokens per word. */
async function someUsage() {
  const all = stack();
  const caller = await all.person();
  const developer = await all.person();
  const bot = await all.agent(developer.accountId, { name: "Customer Support Bot" });
  const broken = await all.agent(developer.accountId, {
    name: "Data Analyzer",
    source: "def run(message: str):\n    raise ValueError('x')\n",
  });
  for (const [agent_id, message] of [
    [bot, "Where is order 100%?"],
    [bot, "second"],
    [broken, "third"],
  ])
    await all.client.post(
      "/api/v1/execute/run",
      { agent_id, input_data: { message } },
      { token: caller.token },
    );
  const usage = async (query: string, path = "/api/v1/execute/my-usage") =>
    parseAnswer(UsageHistory, await all.client.get(`${path}?${query}`, { token: caller.token }));
  return { ...all, caller, developer, bot, broken, usage };
}

const tasks = (history: UsageHistory) => history.usage_history.map(({ task }) => task);

test("returns the caller's runs, newest first, with figures for all of them", async () => {
  const { usage } = await someUsage();
  const page = await usage("limit=2");
  expect(tasks(page)).toEqual(["third", "second"]);
  expect(page).toMatchObject({ total: 3, summary: { executions: 3, success_rate: 67 } });
  expect(page.usage_history[0]).toMatchObject({
    agent_name: "Data Analyzer",
    status: "failed",
    cost: 0,
    version: 1,
  });
  const next = await usage(`limit=2&cursor=${page.next_cursor}`);
  expect(tasks(next)).toEqual(["Where is order 100%?"]);
  expect(next.next_cursor).toBeNull();
  expect(tasks(await usage("limit=1&offset=1"))).toEqual(["second"]);
});

test("filters by agent slug, name or id, by text in tasks and names, and by period", async () => {
  const { db, caller, bot, usage } = await someUsage();
  expect(tasks(await usage("agent=customer-support-bot"))).toHaveLength(2);
  expect(tasks(await usage("agent=analyz"))).toEqual(["third"]);
  expect(tasks(await usage(`agent_id=${bot}`))).toHaveLength(2);
  expect(tasks(await usage("search=100%25"))).toEqual(["Where is order 100%?"]);
  expect(tasks(await usage("search=SUPPORT"))).toHaveLength(2);
  expect(tasks(await usage("search=_"))).toEqual([]);
  expect(await usage("period=24h")).toMatchObject({ total: 3 });
  await sql`UPDATE runs SET id = run_id_at(now() - interval '8 days') WHERE account_id = ${caller.accountId}
    AND agent_id <> ${bot}`.execute(db);
  expect(await usage("period=7d")).toMatchObject({ total: 2, summary: { success_rate: 100 } });
  expect(await usage("period=30d")).toMatchObject({ total: 3 });
});

test("an agent's owner sees all its runs without content, and others see only their own", async () => {
  const { client, caller, developer, person, bot, usage } = await someUsage();
  const path = `/api/v1/execute/agent/${bot}/usage-history`;
  const asOwner = parseAnswer(UsageHistory, await client.get(path, { token: developer.token }));
  expect(asOwner.total).toBe(2);
  expect(tasks(asOwner)).toEqual([null, null]);
  const peek = parseAnswer(
    UsageHistory,
    await client.get(`${path}?search=second`, { token: developer.token }),
  );
  expect(peek.total).toBe(0);
  expect(tasks(await usage("", path))).toEqual(["second", "Where is order 100%?"]);
  const stranger = await person();
  expect(parseAnswer(UsageHistory, await client.get(path, { token: stranger.token })).total).toBe(0);
  const missing = await client.get("/api/v1/execute/agent/987654/usage-history", { token: caller.token });
  expect(missing.status).toBe(404);
});

test("figures include a run as soon as it has ended, before and after aggregation", async () => {
  const { client, db, caller, bot, money } = await someUsage();
  const read = async () => ({
    stats: parseAnswer(UsageStats, await client.get("/api/v1/users/usage-stats", { token: caller.token })),
    spending: parseAnswer(
      SpendingStats,
      await client.get("/api/v1/billing/spending-stats", { token: caller.token }),
    ),
  });
  const fresh = await read();
  const spent = Number((await money.balance(caller.accountId)).totalSpent) / 1e9;
  expect(fresh.stats).toMatchObject({
    total_executions: 3,
    total_cost: spent,
    success_rate: 67,
    most_used_agent: { id: bot, name: "Customer Support Bot" },
  });
  expect(fresh.spending).toMatchObject({ recent_spending: spent, recent_executions: 3 });
  const waiting = async () =>
    (
      await sql<{ n: number }>`SELECT count(*)::int AS n FROM outbox WHERE topic = 'runs.statistics'`.execute(
        db,
      )
    ).rows[0]?.n;
  await expect.poll(waiting, { timeout: 5_000 }).toBe(0);
  expect(await read()).toEqual(fresh);
});

test("the catalog receives an agent's figures", async () => {
  const { db, bot, broken } = await someUsage();
  const figures = async (agentId: number) =>
    (
      await sql<Record<string, unknown>>`SELECT executions, completed, failed, users FROM agent_stats
      WHERE agent_id = ${agentId}`.execute(db)
    ).rows[0];
  await expect
    .poll(() => figures(bot), { timeout: 5_000 })
    .toEqual({ executions: 2n, completed: 2n, failed: 0n, users: 1n });
  // This run may be folded into the figures later than the runs of the other agent.
  await expect
    .poll(() => figures(broken), { timeout: 5_000 })
    .toEqual({ executions: 0n, completed: 0n, failed: 1n, users: 0n });
});

test("an account without runs has no figures", async () => {
  const { client, person } = stack();
  const { token } = await person();
  const stats = parseAnswer(UsageStats, await client.get("/api/v1/users/usage-stats", { token }));
  expect(stats).toMatchObject({
    total_executions: 0,
    average_time: null,
    success_rate: null,
    most_used_agent: null,
  });
  const history = parseAnswer(UsageHistory, await client.get("/api/v1/execute/my-usage", { token }));
  expect(history.summary).toEqual({ executions: 0, success_rate: null, average_cost: null });
});

test.each(["limit=0", "limit=101", "offset=10001", "period=1y", "cursor=x", "agent_id=abc"])(
  "refuses an invalid query: %s",
  async (query) => {
    const { client, person } = stack();
    const answer = await client.get(`/api/v1/execute/my-usage?${query}`, { token: (await person()).token });
    expect(answer.status).toBe(400);
  },
);
