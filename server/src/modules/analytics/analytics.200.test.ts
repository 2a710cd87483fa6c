import { AgentAnalytics, DeveloperAnalytics, TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useAnalyticsServer } from "./analytics-server.fixture.ts";
import { bookRuns, dayAgo, type EndedRun } from "./booked-runs.fixture.ts";

const server = useAnalyticsServer();
const USD = 1_000_000_000n;
const TODAY = dayAgo(0).date;

/**
 * Stores runs of two agents. Two users ran them today, and one of these users also ran them yesterday. One run failed,
 * one was canceled, and one was the developer's own.
 */
async function someMarket(plan: "free" | "creator" | "business") {
  const all = server();
  const developer = await all.account({ paid: USD });
  all.plans.set(developer, plan);
  const [agent, second] = [await all.agent(developer), await all.agent(developer)];
  const [one, two] = [await all.account({ promo: 10n * USD }), await all.account({ promo: 10n * USD })];
  const run = {
    agentId: agent,
    developerAccountId: developer,
    status: "completed",
    took: 100,
    tokens: 10,
  } as const;
  const runs: EndedRun[] = [
    { ...run, accountId: one, cost: USD, modelCost: USD / 2n },
    { ...run, accountId: two, cost: USD, took: 50 },
    { ...run, accountId: two, status: "failed", took: 7, tokens: 0, cost: 0n, modelCost: USD },
    { ...run, accountId: two, status: "cancelled", tokens: 1, cost: USD / 10n },
    { ...run, accountId: developer, cost: USD / 100n, modelCost: USD / 100n, took: 120 },
    { ...run, accountId: one, cost: USD, took: 90, endedAt: dayAgo(1, "23:59:59.999").at },
    { ...run, accountId: one, agentId: second, cost: 2n * USD, took: 40 },
  ];
  await bookRuns(all.db, runs);
  const get = (path: string, headers: Record<string, string> = {}) =>
    all.client.get(`/api/v1/billing${path}`, { token: developer, headers });
  return { agent, get };
}

const today = {
  runs: 5,
  succeeded: 3,
  failed: 1,
  success_rate: 75,
  tokens: 31,
  gross: 2.11,
  model_cost: 0.51,
  platform_fee: 0.48,
  revenue: 1.12,
};
const yesterday = {
  runs: 1,
  succeeded: 1,
  failed: 0,
  success_rate: 100,
  tokens: 10,
  gross: 1,
  model_cost: 0,
  platform_fee: 0.3,
  revenue: 0.7,
};

test("on the Creator plan, an agent's developer sees each day with times and distinct users", async () => {
  const { agent, get } = await someMarket("creator");
  const answer = await get(`/agent/${agent}/analytics?days=2`);
  expect(answer.status).toBe(200);
  expect(parseAnswer(AgentAnalytics, answer)).toEqual({
    agent_id: agent,
    days: 2,
    from: dayAgo(1).date,
    to: TODAY,
    plan: "creator",
    total: {
      runs: 6,
      succeeded: 4,
      failed: 1,
      success_rate: 80,
      tokens: 41,
      gross: 3.11,
      model_cost: 0.51,
      platform_fee: 0.78,
      revenue: 1.82,
      p50_time: 0.09,
      p95_time: 0.12,
      unique_users: 2,
    },
    daily: [
      { date: dayAgo(1).date, ...yesterday, p50_time: 0.09, p95_time: 0.09, unique_users: 1 },
      { date: TODAY, ...today, p50_time: 0.1, p95_time: 0.12, unique_users: 2 },
    ],
    left_out: null,
  });
  const alone = parseAnswer(AgentAnalytics, await get(`/agent/${agent}/analytics?days=1`));
  expect(alone.total).toEqual({ ...today, p50_time: 0.1, p95_time: 0.12, unique_users: 2 });
  expect(parseAnswer(AgentAnalytics, await get(`/agent/${agent}/analytics`)).days).toBe(30);
});

test("a user who ran two agents counts once in the total of all agents", async () => {
  const { get } = await someMarket("business");
  const { total, daily } = parseAnswer(DeveloperAnalytics, await get("/analytics?days=2"));
  expect(total).toMatchObject({ runs: 7, gross: 5.11, revenue: 3.22, unique_users: 2, p50_time: 0.09 });
  expect(daily?.map(({ date, runs, unique_users }) => [date, runs, unique_users])).toEqual([
    [dayAgo(1).date, 1, 1],
    [TODAY, 6, 2],
  ]);
});

test("on the Free plan, the reply has only totals, and names the omitted fields with the reason", async () => {
  const { agent, get } = await someMarket("free");
  const told = parseAnswer(AgentAnalytics, await get(`/agent/${agent}/analytics?days=1`));
  expect(told).toEqual({
    agent_id: agent,
    days: 1,
    from: TODAY,
    to: TODAY,
    plan: "free",
    total: { ...today, p50_time: null, p95_time: null, unique_users: null },
    daily: null,
    left_out: {
      fields: ["daily", "p50_time", "p95_time", "unique_users", "csv"],
      reason: TEXTS.analytics.leftOut,
    },
  });
  const { total, daily, left_out } = parseAnswer(DeveloperAnalytics, await get("/analytics?days=1"));
  expect([total.revenue, total.unique_users, daily]).toEqual([2.52, null, null]);
  expect(left_out).toEqual(told.left_out);
});

test("an agent that never ran has zero figures and null measurements", async () => {
  const all = server();
  const developer = await all.account();
  all.plans.set(developer, "creator");
  const agent = await all.agent(developer);
  const answer = await all.client.get(`/api/v1/billing/agent/${agent}/analytics`, { token: developer });
  expect(parseAnswer(AgentAnalytics, answer)).toMatchObject({
    total: { runs: 0, success_rate: null, gross: 0, p50_time: null, unique_users: 0 },
    daily: [],
  });
});

test("the CSV file has a row per day, and can be requested by query parameter or Accept header", async () => {
  const { agent, get } = await someMarket("creator");
  const answer = await get(`/agent/${agent}/analytics?days=2&format=csv`);
  expect(answer.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="stoa-agent-${agent}-${dayAgo(1).date}-to-${TODAY}.csv"`,
  );
  expect(answer.body).toBe(
    [
      "date,runs,succeeded,failed,success_rate_percent,p50_seconds,p95_seconds,tokens,gross_usd,model_cost_usd,platform_fee_usd,revenue_usd,unique_users",
      `${dayAgo(1).date},1,1,0,100,0.09,0.09,10,1,0,0.3,0.7,1`,
      `${TODAY},5,3,1,75,0.1,0.12,31,2.11,0.51,0.48,1.12,2`,
      "",
    ].join("\r\n"),
  );
  const byAccept = await get(`/agent/${agent}/analytics?days=2`, { accept: "text/csv" });
  expect(byAccept.body).toBe(answer.body);
  const all = await get("/analytics?days=2", { accept: "text/csv" });
  expect(String(all.body).split("\r\n")).toHaveLength(4);
  const json = await get(`/agent/${agent}/analytics?format=json`, { accept: "text/csv" });
  expect(parseAnswer(AgentAnalytics, json).agent_id).toBe(agent);
});
