import { Estimate, ExecutionResult, nanoToUsd, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { PRICE, parseBody, USD, useRuns } from "../runs.fixture.ts";

/** 0.02 USD, a hundredth of the maximum cost of these tests' agents. */
const LIMIT = USD / 50n;
const stack = useRuns({ unconfirmedRunLimit: LIMIT });

/** An agent that answers with more text than the limit pays for: 400 tokens of 0.0001 USD are 0.04 USD. */
const LONG = 'def run(message):\n    for _ in range(400):\n        yield " word"\n';

async function createCaller(source: string) {
  const { client, person, agent } = stack();
  const caller = await person(10n * USD);
  const agent_id = await agent((await person()).accountId, { source });
  const body = (options: object = {}) => ({ agent_id, input_data: { message: "hi" }, ...options });
  const run = async (options: object = {}) =>
    parseAnswer(
      ExecutionResult,
      await client.post("/api/v1/execute/run", body(options), { token: caller.token }),
    );
  const estimate = async (options: object = {}) =>
    parseAnswer(
      Estimate,
      await client.post("/api/v1/execute/estimate", body(options), { token: caller.token }),
    );
  return { client, caller, body, run, estimate };
}

test("a run without max_cost stops at the account's limit and says so in its output", async () => {
  const { client, caller, run } = await createCaller(LONG);
  const result = await run();
  expect(result).toMatchObject({
    stop_reason: "limit",
    cost: nanoToUsd(LIMIT),
    max_cost: 0.02,
    max_cost_set_by: "account",
  });
  expect(result.agent_output).toContain("your limit of 0.02 USD per run. Send a higher max_cost");
  const { token } = caller;
  expect((await client.get(`/api/v1/execute/runs/${result.run_id}`, { token })).body).toEqual(result);
});

test("max_cost allows more than the account's limit, up to the developer's limit", async () => {
  const { run } = await createCaller(LONG);
  expect(await run({ max_cost: 0.5 })).toMatchObject({
    stop_reason: "end",
    max_cost: 0.5,
    max_cost_set_by: "request",
  });
  expect(await run({ max_cost: 50 })).toMatchObject({ max_cost: 2, max_cost_set_by: "agent" });
});

test("the estimate contains the limit that applies and the agent's maximum cost", async () => {
  const { estimate } = await createCaller(LONG);
  const agent_max_cost = 2;
  expect(await estimate()).toMatchObject({ max_cost: 0.02, max_cost_set_by: "account", agent_max_cost });
  expect(await estimate({ max_cost: 0.5 })).toMatchObject({
    max_cost: 0.5,
    max_cost_set_by: "request",
    agent_max_cost,
  });
});

test("refuses an input that costs more than the account's limit, and says how to allow it", async () => {
  const { client, caller, body } = await createCaller(LONG);
  const input_data = { message: "word ".repeat(Number(LIMIT / PRICE) + 1) };
  const refused = await client.post("/api/v1/execute/run", body({ input_data }), { token: caller.token });
  expect(refused.status).toBe(400);
  expect(parseAnswer(Problem, refused).errors?.[0]?.field).toBe("max_cost");
  expect(parseBody(refused).detail).toContain("Send max_cost to allow more, or raise the limit in Settings");
});
