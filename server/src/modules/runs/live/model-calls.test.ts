import { ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { completion, openAiUsage } from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { MODEL, PRICE, USD, useRuns } from "../runs.fixture.ts";

const stack = useRuns({ bounds: { freeFailures: 2_000_000n } });

/**
 * The cost is 1 USD per 1M prompt tokens and 2 USD per 1M completion tokens, so 1,000 and 500 tokens cost 0.002 USD.
 */
const USAGE = openAiUsage(1000, 500);
const MODEL_COST = 2_000_000n;

const ASKS = `
import stoa
def run(message: str):
    return stoa.model("${MODEL}").complete(message, max_tokens=600)
`;

/** Creates a caller, a developer, and a function that runs the developer's agent for the caller. */
async function createRun(options: {
  source?: string;
  price?: bigint;
  own?: boolean;
  sponsorLimit?: bigint;
  maxCost?: number;
}) {
  const { client, db, upstream, person, agent } = stack();
  upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("A model's answer", USAGE));
  });
  const developer = await person();
  const caller = options.own ? developer : await person();
  const price = options.price === undefined ? {} : { price: options.price };
  const agent_id = await agent(developer.accountId, { source: options.source ?? ASKS, ...price });
  if (options.sponsorLimit !== undefined)
    await sql`UPDATE agents SET sponsor_limit = ${options.sponsorLimit} WHERE id = ${agent_id}`.execute(db);
  const answer = await client.post(
    "/api/v1/execute/run",
    {
      agent_id,
      input_data: { message: "A question" },
      ...(options.maxCost !== undefined && { max_cost: options.maxCost }),
    },
    { token: caller.token },
  );
  const result = parseAnswer(ExecutionResult, answer);
  const again = await client.get(`/api/v1/execute/runs/${result.run_id}`, { token: caller.token });
  expect(again.body).toEqual(answer.body);
  return { result, caller, developer };
}

test("a run that called a model is charged for the tokens that the gateway metered", async () => {
  const { money } = stack();
  const { result, caller, developer } = await createRun({});
  const gross = PRICE * 1500n;
  expect(result).toMatchObject({ success: true, agent_output: "A model's answer", tokens_used: 1500 });
  expect(result.cost).toBe(Number(gross) / 1e9);
  const rest = gross - MODEL_COST;
  expect(result.receipt).toEqual({
    gross: 0.15,
    model_cost: 0.002,
    fee: Number((rest * 30n) / 100n) / 1e9,
    net: Number((rest * 70n) / 100n) / 1e9,
    price_per_token: 0.0001,
    tokens_metered: 1500,
    tokens_charged: 1500,
    models: [{ model: "gpt-4o-mini-2024-07-18", calls: 1, prompt_tokens: 1000, completion_tokens: 500 }],
  });
  expect((await money.balance(caller.accountId)).balance).toBe(10n * USD - gross);
  expect((await money.balance(developer.accountId)).totalEarned).toBe((rest * 70n) / 100n);
});

test("a developer who runs their own agent pays for its model calls", async () => {
  const { money } = stack();
  const { result, caller } = await createRun({ own: true });
  expect(result).toMatchObject({ success: true, cost: 0.002, tokens_used: 1500 });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD - MODEL_COST, held: 0n });
});

test("a developer's run of their own agent stops at the request's cost limit", async () => {
  const { result } = await createRun({ own: true, maxCost: 0.000001 });
  expect(result).toMatchObject({ success: true, stop_reason: "limit", cost: 0 });
});

test("a model call that the price does not cover is refused before it is sent", async () => {
  const { upstream, money } = stack();
  const { result, caller } = await createRun({ price: 1_000n });
  expect(result).toMatchObject({ success: false, cost: 0, error: "agent_failed" });
  expect(result.detail).toContain("price does not cover");
  expect(upstream.received).toHaveLength(2);
  expect((await money.balance(caller.accountId)).balance).toBe(10n * USD);
});

test("a developer can pay for a free agent's model calls from their own wallet", async () => {
  const { money } = stack();
  const { result, caller, developer } = await createRun({ price: 0n, sponsorLimit: USD });
  expect(result).toMatchObject({ success: true, cost: 0, tokens_used: 1500 });
  expect((await money.balance(caller.accountId)).balance).toBe(10n * USD);
  expect((await money.balance(developer.accountId)).balance).toBe(10n * USD - MODEL_COST);
});

test("a failed run costs neither caller nor developer, until the caller's daily free amount is used up", async () => {
  const { client, money, person, agent, db } = stack();
  const caller = await person();
  const lossBefore = (await money.platform("loss")) ?? 0n;
  const source = `${ASKS}    \ndef main(message: str):\n    run(message)\n    raise ValueError("after the call")\n`;
  const developer = await person();
  const agent_id = await agent(developer.accountId, {
    source,
    content: { entry: { name: "main", kind: "function", takes: "parameters" } },
  });
  await sql`UPDATE agents SET sponsor_limit = ${USD} WHERE id = ${agent_id}`.execute(db);
  const call = async () =>
    parseAnswer(
      ExecutionResult,
      await client.post(
        "/api/v1/execute/run",
        { agent_id, input_data: { message: "hi" } },
        { token: caller.token },
      ),
    );
  expect(await call()).toMatchObject({
    success: false,
    cost: 0,
    detail: expect.stringContaining("after the call"),
  });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
  expect((await money.balance(developer.accountId)).balance).toBe(10n * USD);
  expect((await money.platform("loss")) ?? 0n).toBe(lossBefore - MODEL_COST);
  const { rows } = await sql`SELECT status, cost, model_cost, tokens_metered, tokens_charged FROM runs
    WHERE account_id = ${caller.accountId}`.execute(db);
  expect(rows).toEqual([
    { status: "failed", cost: 0n, model_cost: MODEL_COST, tokens_metered: 1500n, tokens_charged: 0n },
  ]);
  expect(await call()).toMatchObject({ success: false, cost: 0, failure_charge: 0.002 });
});

test("failed runs of one caller do not affect other callers of that developer's agents", async () => {
  const { client, person, agent } = stack();
  const [caller, other, developer] = await Promise.all([person(), person(), person()]);
  const source = `${ASKS.replace("return", "text =")}    if message == "fail": raise ValueError(text)\n    return text\n`;
  const [failing, sound] = [
    await agent(developer.accountId, { source }),
    await agent(developer.accountId, { source: ASKS }),
  ];
  const call = async (agent_id: number, message: string, token: string) =>
    parseAnswer(
      ExecutionResult,
      await client.post("/api/v1/execute/run", { agent_id, input_data: { message } }, { token }),
    );
  expect(await call(failing, "fail", caller.token)).toMatchObject({ success: false, cost: 0 });
  expect(await call(failing, "fail", caller.token)).toMatchObject({ success: false, failure_charge: 0.002 });
  expect(await call(failing, "go", other.token)).toMatchObject({ success: true });
  expect(await call(sound, "go", other.token)).toMatchObject({ success: true });
});

test("calls to stoa-basic are metered like calls to any other model", async () => {
  const source =
    'import stoa\ndef run(message: str):\n    return stoa.model("stoa-basic").complete(message)\n';
  const { result } = await createRun({ source });
  expect(result.receipt?.models).toMatchObject([{ model: "stoa-basic", calls: 1 }]);
  const [model] = result.receipt?.models ?? [];
  expect(result.tokens_used).toBe((model?.prompt_tokens ?? 0) + (model?.completion_tokens ?? 0));
});

test("a second model call is answered while the record of the first is still being written", async () => {
  const { db, upstream } = stack();
  const asked = upstream.received.length;
  const source = `
import stoa
def run(message: str):
    model = stoa.model("${MODEL}")
    return [model.complete(message), model.complete(message)]
`;
  const { running } = await db.transaction().execute(async (lock) => {
    await sql`LOCK TABLE model_calls IN SHARE MODE`.execute(lock);
    const started = createRun({ source, maxCost: 0.35 });
    await expect.poll(() => upstream.received.length - asked, { timeout: 5_000 }).toBe(2);
    return { running: started };
  });
  const { result } = await running;
  expect(result).toMatchObject({ success: true, stop_reason: "end", tokens_used: 3000 });
});

test("parallel calls together never cost more than the run's limit", async () => {
  const source = `
import stoa
from concurrent.futures import ThreadPoolExecutor
def ask(n):
    try:
        return stoa.model("${MODEL}").complete("Question " + str(n), max_tokens=600)
    except stoa.ModelError as error:
        return "refused"
def run(message: str):
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(ask, range(8)))
`;
  const { result } = await createRun({ source, maxCost: 0.2 });
  expect(result.stop_reason).toBe("limit");
  expect(result.cost).toBeLessThanOrEqual(0.2);
});

test("`default` is the operator's first chat model, and the receipt names the model that answered", async () => {
  const { upstream } = stack();
  const { result } = await createRun({ source: ASKS.replace(MODEL, "default") });
  expect(upstream.received.at(-1)?.body).toMatchObject({ model: MODEL });
  expect(result.receipt?.models).toMatchObject([{ model: "gpt-4o-mini-2024-07-18", calls: 1 }]);
});
