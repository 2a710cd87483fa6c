import { billingRoutes, nanoToUsd, PLANS, sdkRoutes, UsageHistory } from "@stoa/contract";
import { expect } from "vitest";
import { type KeyHolder, parseAnswer } from "../../harness/client.ts";
import { defineRow } from "../row.ts";
import { findMissingFields } from "../specified-fields.ts";
import type { World } from "../world.ts";

const GRANT = nanoToUsd(PLANS.free.credits.amountNano);

/** Returns the number of runs in a history and their total cost. */
async function getSpending(
  { client }: World,
  { token }: KeyHolder,
  path = "/api/v1/execute/my-usage",
): Promise<{ runs: number; cost: number }> {
  const answer = await client.get(`${path}?limit=100`, { token });
  const { usage_history, total } = parseAnswer(UsageHistory, answer);
  return { runs: total, cost: usage_history.reduce((sum, { cost }) => sum + cost, 0) };
}

async function expectBalance(
  world: World,
  balance: { current_balance: number; total_spent: number; total_earned: number },
) {
  expect(findMissingFields("balance", [balance])).toEqual([]);
  const { cost } = await getSpending(world, world.caller);
  expect(balance.total_spent).toBeCloseTo(cost, 9);
  expect(balance.current_balance + balance.total_spent).toBeCloseTo(GRANT, 9);
  expect(balance.total_earned).toBe(0);
}

export const balance = defineRow(billingRoutes.balance, {
  callSuccessfully: async (world, call) => expectBalance(world, await call()),
});

export const sdkBalance = defineRow(sdkRoutes.balance, {
  callSuccessfully: async (world, call) => expectBalance(world, await call()),
});

export const spendingStats = defineRow(billingRoutes.spendingStats, {
  async callSuccessfully(world, call) {
    const stats = await call();
    expect(findMissingFields("spendingStats", [stats])).toEqual([]);
    const { runs, cost } = await getSpending(world, world.caller);
    expect(stats.recent_executions).toBe(runs);
    expect(stats.recent_spending).toBeCloseTo(cost, 9);
  },
});

export const history = defineRow(billingRoutes.history, {
  async callSuccessfully({ client, caller, run, agent }, call) {
    const { history } = await call({ query: "limit=100" });
    const entry = history.find(({ run_id }) => run_id === run.run_id);
    expect(entry).toMatchObject({ kind: "run", agent_id: agent.id, agent_name: agent.name });
    expect(entry?.amount).toBeCloseTo(-run.cost, 9);
    expect(history.at(-1)).toMatchObject({ kind: "grant", amount: GRANT, run_id: null });
    const read = await client.get("/api/v1/billing/balance", { token: caller.token });
    const sum = history.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBeCloseTo(parseAnswer(billingRoutes.balance.reply, read).current_balance, 9);
  },
  bad: [["limit", () => ({ query: "limit=1000" })]],
});

export const revenue = defineRow(billingRoutes.agentRevenue, {
  by: "developer",
  async callSuccessfully(world, call) {
    const { agent, client, developer } = world;
    const earned = await call({ id: agent.id });
    const { runs, cost } = await getSpending(
      world,
      developer,
      `/api/v1/execute/agent/${agent.id}/usage-history`,
    );
    expect(earned).toMatchObject({ agent_id: agent.id, days: 30, executions: runs });
    expect(earned.gross).toBeCloseTo(cost, 9);
    expect(earned.gross).toBeCloseTo(earned.model_cost + earned.platform_fee + earned.revenue, 9);
    expect(earned.revenue).toBeCloseTo(cost * (PLANS.free.revenueSharePercent / 100), 6);
    expect(earned.daily.reduce((sum, day) => sum + day.executions, 0)).toBe(runs);
    expect(await call({ id: agent.id, query: "days=7" })).toMatchObject({ days: 7, executions: runs });
    const balance = await client.get("/api/v1/billing/balance", { token: developer.token });
    expect(parseAnswer(billingRoutes.balance.reply, balance).total_earned).toBeCloseTo(earned.revenue, 9);
  },
  ask: ({ agent }) => ({ id: agent.id }),
  bad: [
    ["days", ({ agent }) => ({ id: agent.id, query: "days=0" })],
    ["days", ({ agent }) => ({ id: agent.id, query: "days=367" })],
  ],
  unknownIds: [2_000_000_000, "parrot"],
  isPrivate: true,
});
