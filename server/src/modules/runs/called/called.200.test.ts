import { ExecutionResult, RunTrace, UsageHistory } from "@stoa/contract";
import { expect, test } from "vitest";
import {
  chunk,
  DONE,
  openAiUsage,
  startEvents,
  usageChunk,
} from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { countTokens } from "../live/text-metering.ts";
import { MODEL, PRICE, USD, useRuns } from "../runs.fixture.ts";
import { CALLS, people, runAgent } from "./called.fixture.ts";

const stack = useRuns();
const usd = (nano: bigint) => Number(nano) / 1e9;

test("an agent can answer with another agent's output, and one hold pays each developer for their own agent's tokens", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, { name: "Echo", price: 2n * PRICE });
  const source = `${CALLS}
def run(message: str):
    status, answer = call(${echo}, message=message + " on")
    return f"{status} {answer['success']} {answer['agent_output']} {answer['cost']}"
`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [echo] } });

  const result = await runAgent(all, caller.token, agentId);

  const tokens = 2 * (await countTokens("go on"));
  const called = 2n * PRICE * BigInt(tokens);
  expect(result).toMatchObject({ status: "completed", agent_output: `200 True go on ${usd(called)}` });
  expect(result.called_runs).toEqual([
    {
      run_id: expect.stringMatching(/^run_/),
      agent_id: echo,
      agent_name: "Echo",
      status: "completed",
      tokens_used: tokens,
      cost: usd(called),
      failure_charge: null,
    },
  ]);
  const own = BigInt(result.tokens_used) * PRICE;
  expect(result).toMatchObject({ cost: usd(own), total_cost: usd(own + called) });
  const { money } = all;
  expect(await money.balance(caller.accountId)).toMatchObject({
    balance: 10n * USD - own - called,
    held: 0n,
  });
  expect((await money.balance(developer.accountId)).totalEarned).toBe((own * 70n) / 100n);
  expect((await money.balance(other.accountId)).totalEarned).toBe((called * 70n) / 100n);

  const read = async (path: string, token = caller.token) => (await all.client.get(path, { token })).body;
  const runId = result.called_runs[0]?.run_id ?? "";
  expect(await read(`/api/v1/execute/runs/${result.run_id}`)).toEqual(result);
  expect(await read(`/api/v1/execute/runs/${runId}`)).toMatchObject({
    called_runs: [],
    total_cost: usd(called),
  });
  const { entries } = RunTrace.parse(await read(`/api/v1/execute/runs/${result.run_id}/trace`));
  expect(entries).toMatchObject([
    {
      type: "agent_call",
      agent_id: echo,
      agent_name: "Echo",
      run_id: runId,
      outcome: "answered",
      tokens,
      cost: usd(called),
    },
  ]);
  const mine = UsageHistory.parse(await read("/api/v1/execute/my-usage"));
  expect(mine.usage_history.map((record) => [record.id, record.parent_run_id])).toEqual([
    [runId, result.run_id],
    [result.run_id, null],
  ]);
  const theirs = UsageHistory.parse(await read(`/api/v1/execute/agent/${echo}/usage-history`, other.token));
  expect(theirs.usage_history).toMatchObject([{ id: runId, parent_run_id: null, task: null }]);
});

test("a declarative agent calls another agent as a tool of its model, even if the node is full", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const full = await all.otherNode("node-full", { capacity: 1 });
  const echo = await all.agent(other.accountId, { name: "Echo" });
  const tool = { type: "agent", name: "echo", description: "Says it again", agent: echo };
  const source = JSON.stringify({
    stoa: 1,
    name: "Asks",
    description: "Asks",
    instructions: "Ask echo.",
    model: MODEL,
    tools: [tool],
  });
  const agentId = await all.agent(developer.accountId, {
    source,
    content: {
      filename: "asks.json",
      agents: [echo],
      entry: { name: "declaration", kind: "declaration", takes: "parameters" },
    },
  });
  all.upstream.answer(({ body }, response) => {
    startEvents(response);
    const messages = Object(body.messages);
    const last = messages[messages.length - 1];
    const call = {
      index: 0,
      id: "call_0",
      type: "function",
      function: { name: "echo", arguments: '{"message":"hello"}' },
    };
    if (last.role === "tool")
      response.write(chunk({ role: "assistant", content: `It said ${last.content}.` }) + chunk({}, "stop"));
    else response.write(chunk({ role: "assistant", tool_calls: [call] }) + chunk({}, "tool_calls"));
    response.end(usageChunk(openAiUsage(50, 10)) + DONE);
  });

  const body = { agent_id: agentId, input_data: { message: "go" } };
  const result = parseAnswer(
    ExecutionResult,
    await full.client.post("/api/v1/execute/run", body, { token: caller.token }),
  );

  expect(result).toMatchObject({ status: "completed", agent_output: "It said hello.", tokens_used: 120 });
  expect(result.called_runs).toMatchObject([{ agent_id: echo, status: "completed", tokens_used: 2 }]);
  expect(result.total_cost).toBe(usd(122n * PRICE));
  expect(await all.money.balance(caller.accountId)).toMatchObject({
    balance: 10n * USD - 122n * PRICE,
    held: 0n,
  });
});

test("agents can call one another three levels deep, and the fourth level is refused", async () => {
  const all = stack();
  const { caller, developer } = await people(all);
  const answer = (next: string) => `${CALLS}
def run(message: str):
    status, answer = ${next}
    return answer.get("agent_output") or str(status) + " " + answer["detail"]
`;
  const echo = await all.agent(developer.accountId, {});
  const ids: number[] = [];
  for (const next of [echo, 0, 1, 2]) {
    const called = next === echo ? echo : (ids[next] ?? 0);
    const source = answer(`call(${called}, message=message)`);
    ids.push(await all.agent(developer.accountId, { source, content: { agents: [called] } }));
  }
  const result = await runAgent(all, caller.token, ids[3] ?? 0);
  expect(result.called_runs.map(({ agent_id, status }) => [agent_id, status])).toEqual(
    [ids[2], ids[1], ids[0]].map((id) => [id, "completed"]),
  );
  expect(result.agent_output).toBe(
    "409 Agents can call each other up to 3 levels deep, and this run reached the limit.",
  );
  const paid = BigInt(Math.round(result.total_cost * 1e9));
  expect(await all.money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD - paid, held: 0n });
  expect(paid).toBe(
    PRICE * BigInt(result.called_runs.reduce((sum, run) => sum + run.tokens_used, result.tokens_used)),
  );
});

test("a free agent can call paid agents up to the limit that its developer sets", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, {});
  const source = `${CALLS}\ndef run(message: str):\n    return call(${echo}, message=message)[0]\n`;
  const agentId = await all.agent(developer.accountId, { source, price: 0n, content: { agents: [echo] } });
  expect((await runAgent(all, caller.token, agentId)).agent_output).toBe(402);
  await all.db.updateTable("agents").set({ max_cost_per_run: USD }).where("id", "=", agentId).execute();
  const result = await runAgent(all, caller.token, agentId);
  expect(result).toMatchObject({ agent_output: 200, cost: 0, total_cost: usd(2n * PRICE) });
});

test("parallel calls never cost more than the limit of the run", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const talk = await all.agent(other.accountId, {
    source: 'def run(message: str):\n    return "word " * 60\n',
  });
  const source = `${CALLS}
from concurrent.futures import ThreadPoolExecutor
def run(message: str):
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: call(${talk}, message="go"), range(6)))
    return sorted(f"{status} {answer.get('stop_reason')}" for status, answer in answers)
`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [talk] } });
  const result = await runAgent(all, caller.token, agentId, { max_cost: 0.02 });
  const tokens = result.called_runs.reduce((sum, run) => sum + run.tokens_used, result.tokens_used);
  expect(tokens).toBeLessThanOrEqual(200);
  expect(tokens).toBeGreaterThan(150);
  expect(result).toMatchObject({ status: "completed", stop_reason: "limit" });
  expect(await all.money.balance(caller.accountId)).toMatchObject({
    balance: 10n * USD - BigInt(tokens) * PRICE,
    held: 0n,
  });
});
