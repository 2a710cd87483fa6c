import { Problem, SpendingLimits } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { registerPerson } from "./personal-data/full-account.fixture.ts";

const server = useTestServer();
const PATH = "/api/v1/users/spending-limits";

async function person() {
  const one = await registerPerson(server());
  const { client } = server();
  const read = async () => parseAnswer(SpendingLimits, await client.get(PATH, one));
  const change = (body: object) => client.put(PATH, body, one);
  return { ...one, client, read, change };
}

test("sets and removes limits one by one, and reports that the day ends at midnight UTC", async () => {
  const { read, change } = await person();
  const day_ends_at = new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
  const none = {
    limit_per_run: null,
    limit_per_day: null,
    unconfirmed_run_limit: 1,
    spent_today: 0,
    day_ends_at,
  };
  expect(await read()).toEqual(none);
  const limited = { ...none, limit_per_day: 2.5 };
  expect(parseAnswer(SpendingLimits, await change({ limit_per_day: 2.5 }))).toEqual(limited);
  expect((await change({ limit_per_run: 0.000000001 })).body).toEqual({ ...limited, limit_per_run: 1e-9 });
  expect(await read()).toEqual({ ...limited, limit_per_run: 1e-9 });
  expect((await change({ limit_per_day: null, limit_per_run: null })).body).toEqual(none);
});

test("shows today's spending with and without limits, and stops the next run at a lower limit", async () => {
  const { client, token, read, change, run } = await person();
  const developer = await registerPerson(server());
  const agentId = await developer.upload();
  expect(await run(agentId, "hi")).toMatchObject({ cost: 0.0002 });
  expect(await read()).toMatchObject({ spent_today: 0.0002 });
  expect(parseAnswer(SpendingLimits, await change({ limit_per_day: 0.0004 }))).toMatchObject({
    spent_today: 0.0002,
  });
  await run(agentId, "hi");
  expect(await read()).toMatchObject({ spent_today: 0.0004, limit_per_day: 0.0004 });
  await change({ limit_per_day: 0.0001 });
  const body = { agent_id: agentId, input_data: { message: "hi" } };
  const refused = parseAnswer(Problem, await client.post("/api/v1/execute/run", body, { token }));
  expect(refused).toMatchObject({ status: 403, error: "spending_limit_reached" });
  expect(refused.detail).toContain("has a limit of 0.0001 USD per day (UTC), of which 0.0004 USD is spent");
  expect((await developer.run(agentId, "hi")).cost).toBe(0);
});

test("limits a run without max_cost to 1 USD until the account sets another limit", async () => {
  const { client, token, change, run } = await person();
  const developer = await registerPerson(server());
  const agentId = await developer.upload();
  const within = (amount: number) => ({ max_cost: amount, max_cost_set_by: "account" });
  expect(await run(agentId, "hi")).toMatchObject(within(1));
  expect((await change({ unconfirmed_run_limit: 0.25 })).body).toMatchObject({ unconfirmed_run_limit: 0.25 });
  expect(await run(agentId, "hi")).toMatchObject(within(0.25));
  await change({ unconfirmed_run_limit: 1000, limit_per_run: 0.5 });
  expect(await run(agentId, "hi")).toMatchObject({ max_cost: 0.5, max_cost_set_by: "spending_limit" });
  const body = { agent_id: agentId, input_data: { message: "hi" } };
  expect((await client.post("/api/v1/execute/estimate", body, { token })).body).toMatchObject({
    max_cost: 0.5,
    max_cost_set_by: "spending_limit",
    agent_max_cost: 2,
  });
});

test.each([
  [{ unconfirmed_run_limit: null }],
  [{ unconfirmed_run_limit: 1_001 }],
  [{ limit_per_day: -1 }],
  [{ limit_per_day: 1_000_001 }],
  [{ limit_per_run: "1" }],
  [{ limit_per_month: 1 }],
])("returns 400 for %o and changes nothing", async (body) => {
  const { read, change } = await person();
  const before = await read();
  const answer = await change(body);
  expect([answer.status, parseAnswer(Problem, answer).error]).toEqual([400, "invalid_request"]);
  expect(await read()).toEqual(before);
});
