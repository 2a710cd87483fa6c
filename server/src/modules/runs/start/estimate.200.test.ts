import { Estimate } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { PRICE, useRuns } from "../runs.fixture.ts";

const stack = useRuns();

async function estimateFor(credits: bigint, options: { max_cost?: number } = {}) {
  const { client, person, agent } = stack();
  const caller = await person(credits);
  const agent_id = await agent((await person()).accountId, {});
  const body = { agent_id, input_data: { message: "hi" }, ...options };
  return parseAnswer(Estimate, await client.post("/api/v1/execute/estimate", body, { token: caller.token }));
}

test("returns the hold and the limit before a run starts", async () => {
  expect(await estimateFor(10_000_000_000n)).toEqual({
    input_tokens: 1,
    typical_cost: null,
    hold: 0.0501,
    max_cost: 2,
    max_cost_set_by: "agent",
    agent_max_cost: 2,
    affordable: true,
  });
});

test("returns what a small balance can hold, and zero for an empty balance", async () => {
  expect(await estimateFor(5n * PRICE)).toMatchObject({ hold: 0.0005, affordable: true });
  expect(await estimateFor(0n)).toMatchObject({ hold: 0, affordable: false });
});

test("applies the caller's own limit", async () => {
  expect(await estimateFor(10_000_000_000n, { max_cost: 0.01 })).toMatchObject({
    hold: 0.01,
    max_cost: 0.01,
  });
});
