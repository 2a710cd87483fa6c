import { ExecutionResult, SpendingStats, UsageHistogram, UsageHistory, UsageStats } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { completion, openAiUsage } from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { CALLS } from "../called/called.fixture.ts";
import { EXPENSIVE_MODEL, USD, useRuns } from "../runs.fixture.ts";
import { counted, limit } from "../start/spending-limits.fixture.ts";

/** A server's default is one dollar per day. */
const stack = useRuns({ bounds: { freeFailures: USD } });

/** 500 tokens of the expensive model cost 1 USD, and 1.50 USD at the price of the agent. */
const DOLLAR_CALL = openAiUsage(0, 500);
const PRICE = 3_000_000n;

/**
 * An agent that calls the model as often as the message says, and then fails unless the message
 * says otherwise.
 */
const SPENDS = `
import stoa
def run(message: str):
    count, end = message.split()
    for _ in range(int(count)):
        stoa.model("${EXPENSIVE_MODEL}").complete("Go", max_tokens=500)
    if end == "fail":
        raise ValueError("after the calls")
    return "done"
`;

/** Creates a caller with 20 USD, an agent, and a function that reads how much the platform has lost since then. */
async function story(
  options: { own?: boolean; price?: bigint; sponsorLimit?: bigint; source?: string } = {},
) {
  const all = stack();
  const { db, upstream, person, agent, client, money } = all;
  upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("A model's answer", DOLLAR_CALL));
  });
  const caller = await person(20n * USD);
  const developer = options.own ? caller : await person(20n * USD);
  const price = options.own ? 0n : (options.price ?? PRICE);
  const agentId = await agent(developer.accountId, { source: options.source ?? SPENDS, price });
  await sql`UPDATE agents SET sponsor_limit = ${options.sponsorLimit ?? 0n}, max_cost_per_run = ${20n * USD}
    WHERE id = ${agentId}`.execute(db);
  const lossBefore = (await money.platform("loss")) ?? 0n;
  const run = async (message: string, of = agentId) =>
    parseAnswer(
      ExecutionResult,
      await client.post(
        "/api/v1/execute/run",
        { agent_id: of, input_data: { message }, max_cost: 15 },
        { token: caller.token },
      ),
    );
  return {
    ...all,
    caller,
    developer,
    agentId,
    run,
    lost: async () => lossBefore - ((await money.platform("loss")) ?? 0n),
    balance: async () => (await money.balance(caller.accountId)).balance,
  };
}

test("the first failed run of a day is charged 8 of its 9 USD, because 1 USD of model calls is free", async () => {
  const { run, lost, balance, money, caller, db } = await story({ own: true });
  const result = await run("9 fail");
  expect(result).toMatchObject({
    success: false,
    status: "failed",
    cost: 0,
    failure_charge: 8,
    total_cost: 8,
  });
  expect(result.receipt).toMatchObject({ gross: 0, model_cost: 0, fee: 0, net: 0, tokens_charged: 0 });
  expect(result.detail).toContain("after the calls");
  expect(result.detail).toContain("8 USD");
  expect(await lost()).toBe(USD);
  expect(await balance()).toBe(12n * USD);
  expect(await money.balance(caller.accountId)).toMatchObject({ held: 0n, totalSpent: 8n * USD });
  const { rows } =
    await sql`SELECT cost, model_cost, failure_charge FROM runs WHERE id = ${result.run_id}`.execute(db);
  expect(rows).toEqual([{ cost: 0n, model_cost: 9n * USD, failure_charge: 8n * USD }]);
});

test("a stranger's agent that fails after 7 USD of model calls costs the platform 1 USD, and its developer earns nothing", async () => {
  const { run, lost, balance, money, developer, agentId, db } = await story();
  expect(await run("7 fail")).toMatchObject({ cost: 0, failure_charge: 6 });
  expect(await lost()).toBe(USD);
  expect(await balance()).toBe(14n * USD);
  expect(await money.balance(developer.accountId)).toMatchObject({ balance: 20n * USD, totalEarned: 0n });
  expect(await money.ledger.readRevenue(db, agentId, 1)).toMatchObject([
    { gross: 0n, modelCost: 0n, revenue: 0n },
  ]);
});

test("eight parallel runs that each fail after 1 USD cost the platform 1 USD in total", async () => {
  const { run, lost, balance } = await story({ own: true });
  const results = await Promise.all(Array.from({ length: 8 }, () => run("1 fail")));
  expect(results.map(({ cost }) => cost)).toEqual(Array(8).fill(0));
  expect(results.reduce((sum, { failure_charge: charge }) => sum + (charge ?? 0), 0)).toBe(7);
  expect(results.filter(({ failure_charge: charge }) => charge === null)).toHaveLength(1);
  expect(await lost()).toBe(USD);
  expect(await balance()).toBe(13n * USD);
});

test("after a failed run that used part of the free amount, the next failed run can use the rest", async () => {
  const { run, lost, balance, upstream } = await story({ own: true });
  upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("A model's answer", openAiUsage(0, 300)));
  });
  expect(await run("1 fail")).toMatchObject({ cost: 0, failure_charge: null, total_cost: 0 });
  expect(await run("1 fail")).toMatchObject({ cost: 0, failure_charge: 0.2 });
  expect(await lost()).toBe(USD);
  expect(await balance()).toBe((198n * USD) / 10n);
});

test("a run of 5 USD that completes is charged normally, even after the free amount is used up", async () => {
  const { run, lost, balance } = await story({ own: true });
  expect(await run("5 end")).toMatchObject({ success: true, cost: 5, failure_charge: null, total_cost: 5 });
  expect(await run("2 fail")).toMatchObject({ success: false, failure_charge: 1 });
  expect(await run("5 end")).toMatchObject({ success: true, cost: 5, failure_charge: null });
  expect(await lost()).toBe(USD);
  expect(await balance()).toBe(9n * USD);
});

test("failed runs are free again the next day", async () => {
  const { run, lost, db, caller } = await story({ own: true });
  await run("1 fail");
  expect(await run("1 fail")).toMatchObject({ failure_charge: 1 });
  await sql`UPDATE wallets SET loss_day = loss_day - 1 WHERE account_id = ${caller.accountId}`.execute(db);
  expect(await run("1 fail")).toMatchObject({ failure_charge: null });
  expect(await lost()).toBe(2n * USD);
});

test("the balance, usage statistics, monthly spending and usage history show the same charge for a failed run", async () => {
  const { run, client, caller, db, money } = await story({ own: true });
  await run("5 end");
  await run("9 fail");
  const read = (path: string) => client.get(`/api/v1${path}`, { token: caller.token });
  const figures = async () => {
    const histogram = parseAnswer(UsageHistogram, await read("/execute/my-usage/histogram"));
    return {
      ledger: Number((await money.balance(caller.accountId)).totalSpent) / 1e9,
      statistics: parseAnswer(UsageStats, await read("/users/usage-stats")).total_cost,
      month: parseAnswer(SpendingStats, await read("/billing/spending-stats")).recent_spending,
      histogram: histogram.buckets.reduce((sum, { cost }) => sum + cost, 0),
      average: parseAnswer(UsageHistory, await read("/execute/my-usage")).summary.average_cost,
    };
  };
  const agreed = { ledger: 13, statistics: 13, month: 13, histogram: 13, average: 6.5 };
  expect(await figures()).toEqual(agreed);
  const waiting = () =>
    sql`SELECT FROM outbox WHERE topic = 'runs.statistics'`.execute(db).then(({ rows }) => rows.length);
  await expect.poll(waiting, { timeout: 8_000 }).toBe(0);
  expect(await figures()).toEqual(agreed);
});

test("the figures of an agent's owner do not include other callers' charges for failed runs", async () => {
  const { run, client, developer, agentId } = await story();
  await run("7 fail");
  const path = `/api/v1/execute/agent/${agentId}/usage-history`;
  const { summary } = parseAnswer(UsageHistory, await client.get(path, { token: developer.token }));
  expect(summary).toMatchObject({ executions: 1, average_cost: 0 });
});

test("failed runs of called agents are charged to the caller once", async () => {
  const { run, lost, balance, agent, agentId, developer, db } = await story();
  const wrapper = await agent(developer.accountId, {
    source: `${CALLS}\ndef run(message: str):\n    call(${agentId}, message="3 fail")\n    raise ValueError("too")\n`,
    price: PRICE,
    content: { agents: [agentId] },
  });
  await sql`UPDATE agents SET max_cost_per_run = ${20n * USD} WHERE id = ${wrapper}`.execute(db);
  const result = await run("go", wrapper);
  expect(result).toMatchObject({ success: false, cost: 0, failure_charge: null, total_cost: 2 });
  expect(result.called_runs).toMatchObject([{ status: "failed", cost: 0, failure_charge: 2 }]);
  expect(await lost()).toBe(USD);
  expect(await balance()).toBe(18n * USD);
});

test("calls that the agent's price does not cover are refused once 1 USD is at risk across all live runs", async () => {
  const { run, lost, balance, developer, money } = await story({ price: 0n, sponsorLimit: 15n * USD });
  const results = await Promise.all(Array.from({ length: 4 }, () => run("3 fail")));
  for (const result of results)
    expect(result).toMatchObject({ success: false, cost: 0, failure_charge: null, total_cost: 0 });
  expect(results.filter(({ detail }) => detail?.includes("00:00 UTC")).length).toBeGreaterThan(0);
  expect(await lost()).toBeLessThanOrEqual(USD);
  expect(await balance()).toBe(20n * USD);
  expect((await money.balance(developer.accountId)).balance).toBe(20n * USD);
});

test("a run that ends because its server stops is free and uses none of the free amount", async () => {
  const { lost, balance, otherNode, caller, agentId, db, upstream } = await story({ own: true });
  const node = await otherNode("node-2", { bounds: { recordWaitMs: 200 } });
  const running = node.client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "3 fail" }, max_cost: 15 },
    { token: caller.token },
  );
  let calls = 0;
  upstream.answer((_, response) => {
    calls += 1;
    if (calls > 2) return;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("A model's answer", DOLLAR_CALL));
  });
  await expect.poll(() => calls, { timeout: 10_000 }).toBe(3);
  await node.runs.drain(0);
  const result = parseAnswer(ExecutionResult, await running);
  expect(result).toMatchObject({ error: "internal", cost: 0, failure_charge: null });
  expect(await balance()).toBe(20n * USD);
  expect(await lost()).toBe(2n * USD);
  const { rows } = await sql`SELECT loss_of_day FROM wallets WHERE account_id = ${caller.accountId}`.execute(
    db,
  );
  expect(rows).toEqual([{ loss_of_day: 0n }]);
});

test("the charge for a failed run has its own line in the history and the statement, and can be refunded", async () => {
  const { run, caller, money, db, agentId } = await story();
  const { run_id: runId } = await run("3 fail");
  const { entries } = await money.ledger.readHistory(db, caller.accountId, {
    limit: 1,
    offset: 0,
    cursor: undefined,
  });
  expect(entries).toMatchObject([
    {
      kind: "failure_charge",
      description: expect.stringMatching(/^Model calls of failed runs beyond 1 USD a day \(Agent \d+\)$/),
      amount: -2n * USD,
      runId,
      agentId,
    },
  ]);
  const [month] = await money.ledger.readMonths(db, caller.accountId);
  expect(month).toMatchObject({ runs: 0n, failureCharges: -2n * USD });
  await money.reverse(entries[0]?.id ?? "");
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 20n * USD, totalSpent: 0n });
});

test("the charge for a failed run counts toward the account's spending limits", async () => {
  const { run, caller, db } = await story({ own: true });
  await limit(db, caller.accountId, { perDay: (7n * USD) / 2n });
  expect(await run("3 fail")).toMatchObject({ cost: 0, failure_charge: 2 });
  expect(await counted(db, caller.accountId)).toBe(2n * USD);
  expect(await run("2 end")).toMatchObject({
    stop_reason: "limit",
    max_cost: 1.5,
    max_cost_set_by: "spending_limit",
  });
});
