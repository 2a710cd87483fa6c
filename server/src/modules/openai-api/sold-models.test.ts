import { Balance, CreatedKey, ExecutionResult, UsageHistory } from "@stoa/contract";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startScriptedModel } from "../../../../tests/frameworks/scripted-model.ts";
import { type KeyHolder, parseAnswer } from "../../../../tests/harness/client.ts";
import { useOpenAiApi } from "./openai-api.fixture.ts";

const provider = await startScriptedModel();
afterAll(() => provider.close());
beforeEach(() => provider.play(() => "Good morning"));

const PROVIDER = { OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: "sk-operators" };
const MODEL = "model/gpt-4.1";
const MESSAGES = [{ role: "user" as const, content: "Hello" }];
/** The scripted provider counts 100 and 20 tokens, which cost 2 and 8 USD per million. The fee of the plan is 30 %. */
const CHARGE = { model_cost: 0.000_36, fee: 0.000_108, gross: 0.000_468, net: 0 };

describe("a server that sells models", () => {
  const stack = useOpenAiApi({ ...PROVIDER, STOA_SELL_MODELS: "true" });

  const readBalance = async ({ token }: Pick<KeyHolder, "token">) =>
    parseAnswer(Balance, await stack().client.get("/api/v1/billing/balance", { token })).current_balance;

  /** Lets all credits of a caller expire. @returns the ID of the account */
  async function emptyWallet(caller: KeyHolder): Promise<string> {
    const { rows } = await stack().pool.query<{ account_id: string }>(
      `UPDATE wallet_lots SET expires_at = now() - interval '1 second' WHERE account_id = (
         SELECT m.account_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.username = $1)
       RETURNING account_id`,
      [caller.username],
    );
    const accountId = rows[0]?.account_id ?? "";
    await stack().pool.query("SELECT ledger_expire_wallet($1)", [accountId]);
    expect(await readBalance(caller)).toBe(0);
    return accountId;
  }

  /** Returns the runs of a caller, the latest first, when this many have ended. */
  async function readRuns({ token }: Pick<KeyHolder, "token">, count = 1): Promise<ExecutionResult[]> {
    const { client } = stack();
    const list = async () =>
      parseAnswer(UsageHistory, await client.get("/api/v1/execute/my-usage", { token })).usage_history;
    await expect.poll(async () => (await list()).length).toBe(count);
    return Promise.all(
      (await list()).map(async ({ id }) =>
        parseAnswer(ExecutionResult, await client.get(`/api/v1/execute/runs/${id}`, { token })),
      ),
    );
  }

  test("lists its models with the price that the caller pays", async () => {
    const { connect, register, db, plans } = stack();
    const caller = await register();
    const { models } = connect(caller);
    const expected = {
      id: MODEL,
      object: "model",
      owned_by: "own-server",
      context_length: 1_047_576,
      pricing: { prompt: "0.0000026", completion: "0.0000104" },
    };
    expect((await models.list()).data.find(({ id }) => id === MODEL)).toMatchObject(expected);
    expect(await models.retrieve(MODEL)).toMatchObject(expected);
    await expect(models.retrieve("model/none")).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
    });
    const creator = await register();
    await plans.setPlan(creator.username, "creator", "test");
    expect(await connect(creator).models.retrieve(MODEL)).toMatchObject({ pricing: { prompt: "0.0000023" } });
    // Nobody can run the agent to which the calls belong.
    const agent = await db.selectFrom("agents").selectAll().where("agent_type", "=", "model").execute();
    expect(agent.every(({ visibility }) => visibility === "private")).toBe(true);
  });

  test("passes the whole request to the model, and charges the provider's price and the fee", async () => {
    const { connect, register } = stack();
    const caller = await register();
    const before = await readBalance(caller);
    provider.play(() => ({ tool: "read_weather", args: { place: "Oslo" } }));
    const weather = { name: "read_weather", parameters: { type: "object", properties: {} } };
    const asked = {
      messages: [{ role: "system" as const, content: "Be brief." }, ...MESSAGES],
      temperature: 0.2,
      tools: [{ type: "function" as const, function: weather }],
      response_format: { type: "json_object" as const },
    };
    const answer = await connect(caller).chat.completions.create({ model: MODEL, ...asked });
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { tool_calls: [{ function: { name: "read_weather", arguments: '{"place":"Oslo"}' } }] },
    });
    expect(answer.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 });
    expect(provider.calls).toMatchObject([{ model: "gpt-4.1", ...asked }]);
    const [run] = await readRuns(caller);
    expect(run).toMatchObject({ status: "completed", cost: CHARGE.gross, tokens_used: 120, receipt: CHARGE });
    expect(run?.metadata).toMatchObject({ agent_name: "gpt-4.1", agent_type: "model" });
    expect(run?.agent_output).toBeNull();
    expect(before - (await readBalance(caller))).toBeCloseTo(CHARGE.gross, 12);
  });

  test("streams the answer, which is charged when the stream ends", async () => {
    const { connect, register } = stack();
    const caller = await register();
    const stream = await connect(caller).chat.completions.create({
      ...{ model: MODEL, messages: MESSAGES, stream: true },
      stream_options: { include_usage: true },
    });
    let text = "";
    let tokens = 0;
    for await (const { choices, usage } of stream) {
      text += choices[0]?.delta.content ?? "";
      tokens = usage?.total_tokens ?? tokens;
    }
    expect(text).toBe("Good morning");
    expect(tokens).toBe(120);
    expect((await readRuns(caller))[0]).toMatchObject({ status: "completed", receipt: CHARGE });
  });

  test("answers OpenAI's responses, also as a stream", async () => {
    const { connect, register } = stack();
    const caller = await register();
    const { responses } = connect(caller);
    const whole = await responses.create({ model: MODEL, input: "Hello", instructions: "Be brief." });
    expect(whole.output_text).toBe("Good morning");
    const stream = responses.stream({ model: MODEL, input: "Hello" });
    expect((await stream.finalResponse()).output_text).toBe("Good morning");
    for (const { receipt } of await readRuns(caller, 2)) expect(receipt).toMatchObject(CHARGE);
  });

  test.each(["disconnects", "cancels the run", "disconnects and asks for its end"])(
    "charges what was delivered if the client %s",
    async (end) => {
      const { connect, register, client } = stack();
      const caller = await register();
      let finish = () => {};
      const until = new Promise<void>((resolve) => {
        finish = resolve;
      });
      provider.play(() => ({ first: "Good ", until, last: "morning" }));
      const asked = { model: MODEL, messages: MESSAGES, stream: true as const };
      const { data: stream, response } = await connect(caller)
        .chat.completions.create({ ...asked, cancel_on_disconnect: end.endsWith("end") } as typeof asked)
        .withResponse();
      const runId = response.headers.get("x-stoa-run-id") ?? "";
      for await (const { choices } of stream) if (choices[0]?.delta.content) break;
      const canceled =
        end === "cancels the run" &&
        client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token: caller.token });
      finish();
      await canceled;
      const [run] = await readRuns(caller);
      expect(run).toMatchObject({ run_id: runId, status: "completed", receipt: { net: 0 } });
      expect(run?.cost).toBeGreaterThan(0);
      expect(run?.receipt?.fee).toBeGreaterThan(0);
    },
  );

  test("holds the limits of keys, of requests and of the balance", async () => {
    const { connect, register, client } = stack();
    const caller = await register();
    const made = await client.post(
      "/api/v1/users/api-keys",
      { name: "limited", limit_per_day: 0 },
      { token: caller.token },
    );
    const { api_key: key } = parseAnswer(CreatedKey, made);
    const request = { model: MODEL, messages: MESSAGES };
    const limited = connect({ key }).chat.completions.create(request);
    await expect(limited).rejects.toMatchObject({ status: 403, code: "spending_limit_reached" });
    const low = { ...request, max_cost: 0.000_001 };
    await expect(connect(caller).chat.completions.create(low)).rejects.toMatchObject({ status: 402 });
    await emptyWallet(caller);
    await expect(connect(caller).chat.completions.create(request)).rejects.toMatchObject({ status: 402 });
    expect(provider.calls).toEqual([]);
    for (const run of await readRuns(caller, 2))
      expect(run).toMatchObject({ status: "failed", error: "insufficient_credits", cost: 0 });
  });

  test("calls at the same time spend no more than the balance together", async () => {
    const { connect, register, pool } = stack();
    const caller = await register();
    const accountId = await emptyWallet(caller);
    await pool.query("SELECT ledger_grant($1, 'operator', 'once', 1000000, 'paid', NULL)", [accountId]);
    const request = { model: MODEL, messages: MESSAGES };
    const replies = await Promise.allSettled(
      Array.from({ length: 6 }, () => connect(caller).chat.completions.create(request)),
    );
    for (const reply of replies)
      if (reply.status === "rejected") expect(reply.reason).toMatchObject({ status: 402 });
    const runs = await readRuns(caller, 6);
    const charged = runs.filter(({ cost }) => cost > 0);
    expect(charged).toHaveLength(replies.filter(({ status }) => status === "fulfilled").length);
    expect(charged.length).toBeGreaterThan(0);
    const spent = runs.reduce((sum, { total_cost }) => sum + total_cost, 0);
    expect(0.001 - (await readBalance(caller))).toBeCloseTo(spent, 12);
    expect(spent).toBeLessThanOrEqual(0.001);
  });

  test("costs nothing if the provider fails, and says why", async () => {
    const { connect, register } = stack();
    const caller = await register();
    provider.play(() => ({ status: 500, message: "broken" }));
    const failing = connect(caller).chat.completions.create({ model: MODEL, messages: MESSAGES });
    await expect(failing).rejects.toMatchObject({ status: expect.any(Number) });
    const unknown = { model: MODEL, messages: MESSAGES, service_tier: "priority" as const };
    await expect(connect(caller).chat.completions.create(unknown)).rejects.toMatchObject({ status: 400 });
    const runs = await readRuns(caller, 2);
    for (const run of runs) expect(run).toMatchObject({ status: "failed", cost: 0, failure_charge: null });
    expect(runs.map(({ error }) => error)).toEqual(["invalid_request", "provider_unavailable"]);
  });

  test("refuses what it cannot do: repetitions, unknown models, and names without their prefix", async () => {
    const { connect, register } = stack();
    const { chat } = connect(await register());
    const request = { model: MODEL, messages: MESSAGES };
    const repeated = chat.completions.create(request, { headers: { "idempotency-key": "one" } });
    await expect(repeated).rejects.toMatchObject({ status: 400, param: "Idempotency-Key" });
    const { responses } = connect(await register());
    for (const unstored of [{ background: true }, { previous_response_id: "resp_1" }])
      await expect(responses.create({ model: MODEL, input: "Hello", ...unstored })).rejects.toMatchObject({
        status: 400,
      });
    for (const [model, text] of [
      ["model/none", "does not exist"],
      ["gpt-4.1", "`model/gpt-4.1`"],
    ] as const)
      await expect(chat.completions.create({ ...request, model })).rejects.toMatchObject({
        status: 404,
        code: "model_not_found",
        message: expect.stringContaining(text),
      });
  });
});

describe("a server that does not sell models", () => {
  const stack = useOpenAiApi(PROVIDER);

  test("lists none, and says so to a request for one", async () => {
    const { connect, register } = stack();
    const { models, chat, responses } = connect(await register());
    expect((await models.list()).data.filter(({ id }) => id.startsWith("model/"))).toEqual([]);
    const error = { status: 404, message: expect.stringContaining("This server does not sell models") };
    for (const model of [MODEL, "gpt-4.1"]) {
      await expect(chat.completions.create({ model, messages: MESSAGES })).rejects.toMatchObject(error);
      await expect(responses.create({ model, input: "Hello" })).rejects.toMatchObject(error);
      await expect(models.retrieve(model)).rejects.toMatchObject(error);
    }
    expect(provider.calls).toEqual([]);
  });
});
