import { Estimate, ExecutionResult } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { PRICE, useRuns } from "../runs.fixture.ts";
import { NO_TRACES, parseProblem, readTraces } from "./execute.refused.fixture.ts";
import { costOfRuns, counted, limit } from "./spending-limits.fixture.ts";

const stack = useRuns();
const KEY = `key_${"a".repeat(32)}`;
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Creates a caller and an agent that echoes "hi" for two tokens. */
async function scene() {
  const all = stack();
  const caller = await all.person();
  const agent_id = await all.agent((await all.person(0n)).accountId, {});
  const body = { agent_id, input_data: { message: "hi" } };
  const run = (token = caller.token, more: object = {}) =>
    all.client.post("/api/v1/execute/run", { ...body, ...more }, { token });
  const estimate = async () =>
    parseAnswer(Estimate, await all.client.post("/api/v1/execute/estimate", body, { token: caller.token }));
  return { ...all, caller, agent_id, run, estimate, byKey: `${caller.token}.${KEY}` };
}

test("an account that has reached its daily limit learns when it can start runs again", async () => {
  const { db, caller, run, estimate } = await scene();
  await limit(db, caller.accountId, { perDay: 3n * PRICE });
  expect(parseAnswer(ExecutionResult, await run())).toMatchObject({ stop_reason: "end", cost: 0.0002 });
  expect(await estimate()).toMatchObject({ max_cost: 0.0001, affordable: true });
  expect(parseAnswer(ExecutionResult, await run())).toMatchObject({ stop_reason: "limit", cost: 0.0001 });
  const refused = await run();
  expect(refused.status).toBe(403);
  expect(parseProblem(refused)).toMatchObject({
    error: "spending_limit_reached",
    detail: `Your account has a limit of 0.0003 USD per day (UTC), of which 0.0003 USD is spent or held by active runs; this run needs at least 0.0001 USD. The limit resets at ${tomorrow()} 00:00 UTC. You can also raise it in Settings.`,
  });
  expect(await estimate()).toMatchObject({ max_cost: 0, affordable: false });
  expect(await counted(db, caller.accountId)).toBe(3n * PRICE);
  await limit(db, caller.accountId, {});
  expect((await run()).status).toBe(200);
});

test("a refused start leaves no run, hold or idempotency key, and does not count toward any limit", async () => {
  const { db, client, caller, agent_id } = await scene();
  await limit(db, caller.accountId, { perDay: 0n });
  const refused = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi" } },
    { token: caller.token, headers: { "idempotency-key": "once" } },
  );
  expect(parseProblem(refused).error).toBe("spending_limit_reached");
  expect(await readTraces(db, caller.accountId)).toEqual(NO_TRACES);
  expect(await counted(db, caller.accountId)).toBe(0n);
});

test("a per-run limit lowers the maximum cost, and a run whose input alone costs more than the limit is refused", async () => {
  const { db, caller, run, estimate } = await scene();
  await limit(db, caller.accountId, { perRun: PRICE });
  expect(await estimate()).toMatchObject({ max_cost: 0.0001, hold: 0.0001 });
  const result = parseAnswer(ExecutionResult, await run());
  expect(result).toMatchObject({ success: true, stop_reason: "limit", cost: 0.0001 });
  expect(String(result.agent_output)).toContain("this run reached its limit of 0.0001 USD");
  const long = await run(caller.token, { input_data: { message: "to be or not to be" } });
  expect(parseProblem(long)).toMatchObject({
    status: 403,
    error: "spending_limit_reached",
    detail: expect.stringMatching(
      /^Your account has a limit of 0.0001 USD per run, but this run needs at least 0.0006 USD/,
    ),
  });
});

test("a key's limits count only runs of that key, and an account's limits count all of its runs", async () => {
  const { db, caller, run, byKey } = await scene();
  const { accountId } = caller;
  await limit(db, accountId, { perDay: 2n * PRICE }, KEY);
  await limit(db, accountId, { perDay: 5n * PRICE });
  expect((await run()).status).toBe(200);
  expect((await run(byKey)).status).toBe(200);
  const refused = await run(byKey);
  expect(parseProblem(refused)).toMatchObject({
    status: 403,
    error: "spending_limit_reached",
    detail: expect.stringContaining("This API key has a limit of 0.0002 USD per day (UTC)"),
  });
  expect([await counted(db, accountId, KEY), await counted(db, accountId)]).toEqual([2n * PRICE, 4n * PRICE]);
  expect(await costOfRuns(db, accountId, KEY)).toBe(2n * PRICE);
  expect(parseAnswer(ExecutionResult, await run())).toMatchObject({ cost: 0.0001 });
});

test("a key's monthly limit counts earlier days of the same month", async () => {
  const { db, caller, run, byKey } = await scene();
  await limit(db, caller.accountId, { perMonth: 4n * PRICE }, KEY);
  const today = new Date().toISOString();
  const other = today.slice(8, 10) === "01" ? `${today.slice(0, 8)}02` : `${today.slice(0, 8)}01`;
  const spent = { account_id: caller.accountId, key_id: KEY, amount: 3n * PRICE };
  await db
    .insertInto("spending_days")
    .values({ ...spent, day: other })
    .execute();
  await db
    .insertInto("spending_days")
    .values({ ...spent, day: "2020-01-01" })
    .execute();
  expect(parseAnswer(ExecutionResult, await run(byKey))).toMatchObject({
    cost: 0.0001,
    stop_reason: "limit",
  });
  const { detail } = parseProblem(await run(byKey));
  expect(detail).toMatch(/0.0004 USD per month .* resets at \d{4}-\d\d-01 00:00 UTC/);
});

test("free runs start even at a limit of 0, but developers' runs of their own agents do not, because models cost money", async () => {
  const { db, client, caller, agent } = await scene();
  await limit(db, caller.accountId, { perDay: 0n });
  const run = (agent_id: number) =>
    client.post("/api/v1/execute/run", { agent_id, input_data: { message: "hi" } }, { token: caller.token });
  const free = await agent((await stack().person(0n)).accountId, { price: 0n });
  expect(parseAnswer(ExecutionResult, await run(free))).toMatchObject({ success: true, cost: 0 });
  expect(parseProblem(await run(await agent(caller.accountId, {}))).error).toBe("spending_limit_reached");
});

test("an account's first limit includes today's spending and holds", async () => {
  const { db, client, caller, run, agent } = await scene();
  const { accountId } = caller;
  await run();
  const source = "import time\ndef run(message: str):\n    time.sleep(2)\n    return 'done'\n";
  const slow = await agent((await stack().person(0n)).accountId, { source });
  const body = { agent_id: slow, input_data: { message: "hi" }, max_cost: 0.001 };
  const running = client.post("/api/v1/execute/run", body, { token: caller.token });
  await expect.poll(async () => (await stack().money.balance(accountId)).held).toBe(10n * PRICE);
  await limit(db, accountId, { perDay: 12n * PRICE });
  expect(await counted(db, accountId)).toBe(12n * PRICE);
  expect(parseProblem(await run()).error).toBe("spending_limit_reached");
  expect(parseAnswer(ExecutionResult, await running)).toMatchObject({ cost: 0.0002 });
  expect(await counted(db, accountId)).toBe(4n * PRICE);
});
