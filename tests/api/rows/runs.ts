import { Balance, ExecutionResult, runRoutes, sdkRoutes, TEXTS, UsageHistory } from "@stoa/contract";
import { expect } from "vitest";
import { type KeyHolder, parseAnswer } from "../../harness/client.ts";
import { defineRow } from "../row.ts";
import { findMissingFields } from "../specified-fields.ts";
import { PRICE, type World } from "../world.ts";

const MESSAGE = "Good morning to you";

/** The message under every name, which is how the Try It form sends it. */
const UNDER_EVERY_NAME = Object.fromEntries(
  ["message", "research_query", "query", "text", "content", "input"].map((name) => [name, MESSAGE]),
);

/**
 * Checks that the result describes the run, that the run can be read again, and that the balance falls by exactly its
 * cost.
 */
async function expectRun(
  { client, agent }: World,
  run: (user: KeyHolder) => Promise<ExecutionResult>,
): Promise<void> {
  const user = await client.registerWithKey();
  const { token } = user;
  const getBalance = async () => parseAnswer(Balance, await client.get("/api/v1/billing/balance", { token }));
  const before = await getBalance();
  const result = await run(user);
  expect(findMissingFields("executionResult", [result])).toEqual([]);
  expect(findMissingFields("executionMetadata", [result.metadata])).toEqual([]);
  expect(result).toMatchObject({
    success: true,
    status: "completed",
    agent_output: MESSAGE,
    error: null,
    detail: null,
    metadata: { agent_id: agent.id, agent_name: agent.name, agent_type: agent.agent_type, version: 1 },
  });
  expect(result.tokens_used).toBeGreaterThan(0);
  expect(result.cost).toBeCloseTo(result.tokens_used * PRICE, 9);
  const again = await client.get(`/api/v1/execute/runs/${result.run_id}`, { token });
  expect(parseAnswer(ExecutionResult, again)).toEqual(result);
  const read = parseAnswer(UsageHistory, await client.get("/api/v1/execute/my-usage", { token }));
  expect(read.usage_history).toMatchObject([{ id: result.run_id, cost: result.cost, task: MESSAGE }]);
  const after = await getBalance();
  expect(before.current_balance - after.current_balance).toBeCloseTo(result.cost, 9);
  expect(after.total_spent).toBeCloseTo(result.cost, 9);
}

/** Bodies that do not start a run. */
const BAD_INPUTS: readonly (readonly [field: string, json: object])[] = [
  ["input_data", {}],
  ["input_data", { input_data: "Hello" }],
  ["max_cost", { input_data: { message: "Hello" }, max_cost: -1 }],
  ["price", { input_data: { message: "Hello" }, price: 0 }],
  ["input_data.message", { input_data: { message: "  " } }],
];

export const run = defineRow(runRoutes.run, {
  async callSuccessfully(world, call) {
    const agent_id = world.agent.id;
    await expectRun(world, (user) => call({ json: { agent_id, input_data: UNDER_EVERY_NAME } }, user));
    await expect(call({ json: { agent_id, input_data: { message: " " } } })).rejects.toThrow(
      TEXTS.run.messageRequired,
    );
    const nothing = call({ json: { agent_id: 2_000_000_000, input_data: { message: "Hello" } } });
    await expect(nothing).rejects.toThrow("answered 404");
  },
  ask: ({ agent }) => ({ json: { agent_id: agent.id, input_data: { message: "Hello" } } }),
  bad: [
    ["agent_id", () => ({ json: { input_data: { message: "Hello" } } })],
    ["agent_id", () => ({ json: { agent_id: "one", input_data: { message: "Hello" } } })],
    ...BAD_INPUTS.map(
      ([field, json]) => [field, ({ agent }: World) => ({ json: { agent_id: agent.id, ...json } })] as const,
    ),
  ],
});

export const execute = defineRow(sdkRoutes.execute, {
  async callSuccessfully(world, call) {
    await expectRun(world, async (user) => {
      const answer = await call({ id: world.agent.id, json: { input_data: { message: MESSAGE } } }, user);
      expect(answer.success).toBe(answer.data.success);
      return answer.data;
    });
    const bearer = await world.client.post(
      `/api/v1/agents/${world.agent.id}/invoke`,
      { input_data: { message: MESSAGE } },
      { headers: { authorization: `Bearer ${world.stranger.key}` } },
    );
    expect(bearer.status).toBe(200);
  },
  ask: ({ agent }) => ({ id: agent.id, json: { input_data: { message: "Hello" } } }),
  bad: BAD_INPUTS.map(([field, json]) => [field, ({ agent }: World) => ({ id: agent.id, json })] as const),
  unknownIds: [2_000_000_000, "parrot"],
});

const BAD_PAGES = [
  ["limit", (world: World) => ({ id: world.agent.id, query: "limit=0" })],
  ["offset", (world: World) => ({ id: world.agent.id, query: "offset=-1" })],
  ["period", (world: World) => ({ id: world.agent.id, query: "period=1y" })],
] as const;

export const myUsage = defineRow(runRoutes.myUsage, {
  async callSuccessfully({ agent, run: ran }, call) {
    const { usage_history, total } = await call({ query: "limit=50&offset=0" });
    expect(findMissingFields("usageRecord", usage_history)).toEqual([]);
    expect(usage_history).toHaveLength(total);
    expect(usage_history.find(({ id }) => id === ran.run_id)).toMatchObject({
      agent_id: agent.id,
      agent_name: agent.name,
      status: "completed",
      execution_time: ran.execution_time,
      tokens_used: ran.tokens_used,
      cost: ran.cost,
    });
    expect((await call()).usage_history.length).toBeLessThanOrEqual(20);
    expect((await call({ query: `limit=1&offset=${total}` })).usage_history).toEqual([]);
  },
  bad: BAD_PAGES,
});

export const agentUsage = defineRow(runRoutes.agentUsage, {
  async callSuccessfully({ agent, run: ran, developer, stranger }, call) {
    const { usage_history } = await call({ id: agent.id });
    expect(findMissingFields("usageRecord", usage_history)).toEqual([]);
    expect(usage_history.map(({ id }) => id)).toContain(ran.run_id);
    const owners = (await call({ id: agent.id, query: "limit=100" }, developer)).usage_history;
    expect(owners.find(({ id }) => id === ran.run_id)).toMatchObject({ cost: ran.cost, task: null });
    const theirs = (await call({ id: agent.id, query: "limit=100" }, stranger)).usage_history;
    expect(theirs.map(({ id }) => id)).not.toContain(ran.run_id);
  },
  ask: ({ agent }) => ({ id: agent.id }),
  bad: BAD_PAGES,
  unknownIds: [2_000_000_000, "parrot"],
});

export const sdkUsageStats = defineRow(sdkRoutes.usageStats, {
  async callSuccessfully({ client, caller }, call) {
    const stats = await call();
    expect(findMissingFields("usageStats", [stats])).toEqual([]);
    const read = await client.get("/api/v1/users/usage-stats", { token: caller.token });
    expect(stats).toEqual(parseAnswer(runRoutes.usageStats.reply, read));
  },
});
