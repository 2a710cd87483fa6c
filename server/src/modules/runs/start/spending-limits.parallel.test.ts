import { ExecutionResult } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { CALLS, people, runAgent } from "../called/called.fixture.ts";
import { PRICE, useRuns } from "../runs.fixture.ts";
import { parseCode } from "./execute.refused.fixture.ts";
import { costOfRuns, counted, limit } from "./spending-limits.fixture.ts";

const stack = useRuns({ capacity: 250 });
const KEY = `key_${"b".repeat(32)}`;
const WORDS = "the quick brown fox jumps over the lazy dog ";

test("two hundred parallel starts never exceed a daily limit", async () => {
  const { client, db, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person(0n)).accountId, {});
  await limit(db, caller.accountId, { perDay: 6n * PRICE });
  const body = { agent_id, input_data: { message: "hi" } };
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => client.post("/api/v1/execute/run", body, { token: caller.token })),
  );
  const ran = answers.filter(({ status }) => status === 200);
  expect(ran.length).toBeGreaterThan(0);
  expect(ran.length).toBeLessThanOrEqual(6);
  for (const answer of answers)
    if (answer.status !== 200) expect(parseCode(answer)).toBe("spending_limit_reached");
  const cost = await costOfRuns(db, caller.accountId);
  expect(cost).toBeLessThanOrEqual(6n * PRICE);
  expect(await counted(db, caller.accountId)).toBe(cost);
});

test("parallel runs stop when they reach their key's limit, even if the balance is not used up", async () => {
  const { client, db, money, person, agent } = stack();
  const caller = await person();
  const source = `import time\ndef run(message: str):\n    for n in range(100000):\n        yield ${JSON.stringify(WORDS)}\n        time.sleep(0.001)\n`;
  const agent_id = await agent((await person(0n)).accountId, { source });
  /** The agent's expected usage is 20 tokens, so that all runs can start. Each run would use thousands. */
  await db
    .insertInto("agent_stats")
    .values({ agent_id, p95_tokens: 20 })
    .onConflict((conflict) => conflict.column("agent_id").doUpdateSet({ p95_tokens: 20 }))
    .execute();
  await limit(db, caller.accountId, { perDay: 1_000n * PRICE }, KEY);
  const body = { agent_id, input_data: { message: "hi" } };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      client.post("/api/v1/execute/run", body, { token: `${caller.token}.${KEY}` }),
    ),
  );
  const results = answers.map((answer) => parseAnswer(ExecutionResult, answer));
  for (const result of results) expect(result).toMatchObject({ success: true, stop_reason: "limit" });
  const cost = await costOfRuns(db, caller.accountId, KEY);
  expect(cost).toBeLessThanOrEqual(1_000n * PRICE);
  expect(cost).toBeGreaterThan(900n * PRICE);
  expect(await counted(db, caller.accountId, KEY)).toBe(cost);
  expect((await money.balance(caller.accountId)).held).toBe(0n);
});

test("the cost of called runs counts toward the limits of the key and account that started their parent", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const called = await all.agent(other.accountId, {});
  const source = `${CALLS}\ndef run(message: str):\n    return [call(${called}, message="hi")[0] for _ in range(3)]\n`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [called] } });
  await limit(all.db, caller.accountId, {}, KEY);
  await limit(all.db, caller.accountId, { perDay: 1_000n * PRICE });
  const result = await runAgent(all, `${caller.token}.${KEY}`, agentId);
  expect(result.called_runs).toHaveLength(3);
  expect(result.total_cost).toBeGreaterThan(result.cost);
  const cost = await costOfRuns(all.db, caller.accountId, KEY);
  expect(Number(cost) / 1e9).toBeCloseTo(result.total_cost, 9);
  expect(await counted(all.db, caller.accountId, KEY)).toBe(cost);
  expect(await counted(all.db, caller.accountId)).toBe(cost);
});

test("failed runs and runs that time out no longer count toward a limit once they have ended", async () => {
  const all = stack();
  const { caller, developer } = await people(all);
  await limit(all.db, caller.accountId, { perDay: 1_000n * PRICE });
  const broken = await all.agent(developer.accountId, {
    source: "def run(message: str):\n    raise ValueError\n",
  });
  const slow = await all.agent(developer.accountId, {
    source: "import time\ndef run(message: str):\n    time.sleep(60)\n",
  });
  expect(await runAgent(all, caller.token, broken)).toMatchObject({ success: false, cost: 0 });
  expect(await runAgent(all, caller.token, slow, { timeout: 1 })).toMatchObject({ status: "timeout" });
  expect(await counted(all.db, caller.accountId)).toBe(0n);
});
