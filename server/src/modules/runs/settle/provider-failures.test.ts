import { ExecutionResult, UsageHistory } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { completion, openAiUsage } from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { EXPENSIVE_MODEL, MODEL, USD, useRuns } from "../runs.fixture.ts";

const stack = useRuns();
const ASKS = `
import stoa
def run(message: str):
    return stoa.model("${MODEL}").complete(message, max_tokens=600)
`;

async function startRun(source = ASKS, timeout?: number) {
  const { client, person, agent } = stack();
  const [developer, caller] = [await person(), await person()];
  const agent_id = await agent(developer.accountId, { source });
  const body = { agent_id, input_data: { message: "Hi" }, ...(timeout !== undefined && { timeout }) };
  const answer = await client.post("/api/v1/execute/run", body, { token: caller.token });
  return { result: parseAnswer(ExecutionResult, answer), caller, agent_id };
}

test.each([
  [429, "is rate limiting requests"],
  [500, "returned an error"],
  [401, "refused this server's key"],
])(
  "a provider's answer with status %i fails the run with provider_unavailable, at no cost",
  async (status, words) => {
    const { upstream, money } = stack();
    upstream.answer((_, response) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "no" } }));
    });
    const { result, caller } = await startRun();
    expect(result).toMatchObject({
      success: false,
      error: "provider_unavailable",
      status: "failed",
      cost: 0,
    });
    expect(result.detail).toContain(words);
    expect(result.detail).toContain("The agent is not at fault");
    expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
  },
);

test("a provider that hangs until the time limit fails the run with provider_unavailable", async () => {
  const { upstream } = stack();
  upstream.answer(() => {});
  const { result } = await startRun(ASKS, 4);
  expect(result).toMatchObject({ success: false, error: "provider_unavailable", status: "failed", cost: 0 });
  expect(result.detail).toContain("did not respond in time");
});

test("a failure after the provider has answered counts as a failure of the agent", async () => {
  const { upstream } = stack();
  upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("Fine", openAiUsage(10, 5)));
  });
  const { result } = await startRun(`${ASKS.trimEnd()}[99999]\n`);
  expect(result).toMatchObject({ success: false, error: "agent_failed" });
});

test("an answer at the model's maximum length has stop_reason length", async () => {
  const { upstream } = stack();
  upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("As far as it goe", openAiUsage(10, 600), "length"));
  });
  const { result } = await startRun();
  expect(result).toMatchObject({ success: true, stop_reason: "length", agent_output: "As far as it goe" });
});

test("provider failures do not count as failures of the agent", async () => {
  const { db, upstream } = stack();
  upstream.answer((_, response) => void response.writeHead(503).end());
  const { agent_id } = await startRun();
  const counted = async () => {
    const { rows } = await sql<{ executions: bigint; failed: bigint }>`
      SELECT executions, failed FROM run_agent_figures WHERE agent_id = ${agent_id}`.execute(db);
    return rows[0];
  };
  await expect.poll(counted, { timeout: 8_000 }).toEqual({ executions: 0n, failed: 0n });
});

test("usage lists and their CSV file distinguish provider failures from agent failures", async () => {
  const { upstream, client } = stack();
  upstream.answer((_, response) => void response.writeHead(503).end());
  const { caller, agent_id } = await startRun();
  const body = { agent_id, input_data: { message: "hi" } };
  upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("Fine", openAiUsage(10, 5)));
  });
  await client.post("/api/v1/execute/run", body, { token: caller.token });
  const usage = (path: string) => client.get(path, { token: caller.token });
  const { usage_history: runs } = parseAnswer(UsageHistory, await usage("/api/v1/execute/my-usage"));
  expect(runs).toMatchObject([
    { status: "completed", error: null },
    { status: "failed", error: "provider_unavailable" },
  ]);
  const file = await usage("/api/v1/execute/my-usage?format=csv");
  expect(String(file.body)).toMatch(/,provider_unavailable\r?\n/);
});

test("while one model of a provider is down, other models answer and agents that use it can still be uploaded", async () => {
  const { upstream, client, runs, agent, person } = stack();
  upstream.answer((request, response) => {
    if (request.body.model !== MODEL) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(completion("Fine", openAiUsage(1, 1)));
    } else response.writeHead(500).end();
  });
  /** Five consecutive failures open the circuit breaker. */
  for (let failure = 0; failure < 5; failure += 1) await startRun();
  const asked = upstream.received.length;
  expect((await startRun()).result).toMatchObject({ error: "provider_unavailable" });
  expect(upstream.received).toHaveLength(asked);

  const source = ASKS.replace(MODEL, EXPENSIVE_MODEL);
  const [caller, developer] = [await person(), await person()];
  const body = {
    agent_id: await agent(developer.accountId, { source, price: 3_000_000n }),
    input_data: { message: "hi" },
  };
  const answer = await client.post("/api/v1/execute/run", body, { token: caller.token });
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({ success: true, agent_output: "Fine" });
  const tried = await runs.trialRunner.try({
    accountId: developer.accountId,
    source: ASKS,
    filename: "agent.py",
    framework: "stoa",
    entry: { name: "run", kind: "function", takes: "parameters" },
    input: { message: "Hello" },
  });
  expect(tried).toMatchObject({ ok: true });
});
