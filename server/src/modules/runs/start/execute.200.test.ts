import { ExecutionResult, SdkExecutionResult } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { countTokens } from "../live/text-metering.ts";
import { PRICE, useRuns } from "../runs.fixture.ts";

const stack = useRuns();

test("a run costs exactly its tokens times the agent's price", async () => {
  const { client, money, person, agent } = stack();
  const developer = await person(0n);
  const caller = await person();
  const agentId = await agent(developer.accountId, { name: "Echo" });
  const text = "Tell me about the wine-dark sea";

  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: text, query: text, text, extra: "dropped" } },
    { token: caller.token },
  );

  const result = parseAnswer(ExecutionResult, answer);
  expect(result).toMatchObject({
    success: true,
    status: "completed",
    stop_reason: "end",
    agent_output: text,
    error: null,
    metadata: { agent_id: agentId, agent_name: "Echo", version: 1 },
  });
  const tokens = 2 * (await countTokens(text));
  expect(result.tokens_used).toBe(tokens);
  const cost = PRICE * BigInt(tokens);
  expect(result.cost).toBe(Number(cost) / 1e9);
  const balance = await money.balance(caller.accountId);
  expect(balance).toMatchObject({ balance: 10_000_000_000n - cost, held: 0n, totalSpent: cost });
  /** A developer on the free plan earns 70 %. */
  expect((await money.balance(developer.accountId)).totalEarned).toBe((cost * 70n) / 100n);
  expect(result.receipt).toMatchObject({
    gross: result.cost,
    model_cost: 0,
    tokens_charged: tokens,
    models: [],
  });
});

test("the public API runs an agent by API key and wraps the result in data", async () => {
  const { client, person, agent } = stack();
  const owner = await person();
  const caller = await person();
  const agentId = await agent(owner.accountId, {});
  for (const path of [`/api/v1/sdk/agents/${agentId}/execute`, `/api/agents/${agentId}/invoke/`]) {
    const answer = await client.post(path, { input_data: { message: "hi" } }, { key: caller.token });
    const { success, data } = parseAnswer(SdkExecutionResult, answer);
    expect(success).toBe(true);
    expect(data.agent_output).toBe("hi");
  }
});

test("returns an agent's failure as a result that costs nothing", async () => {
  const { client, money, person, agent } = stack();
  const caller = await person();
  const source = 'def run(message: str) -> str:\n    raise ValueError("no such country")\n';
  const agentId = await agent((await person()).accountId, { source });
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "Atlantis" } },
    { token: caller.token },
  );
  expect(answer.status).toBe(200);
  const result = parseAnswer(ExecutionResult, answer);
  expect(result).toMatchObject({
    success: false,
    status: "failed",
    error: "agent_failed",
    cost: 0,
    tokens_used: 0,
  });
  expect(result.detail).toContain("no such country");
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10_000_000_000n, held: 0n });
});

test("returns a timeout that costs nothing for a run that exceeds its time limit", async () => {
  const { client, money, person, agent } = stack();
  const caller = await person();
  const source = "import time\ndef run(message: str) -> str:\n    time.sleep(30)\n    return message\n";
  const agentId = await agent((await person()).accountId, { source });
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "hi" }, timeout: 1 },
    { token: caller.token },
  );
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({
    status: "timeout",
    error: "agent_timeout",
    cost: 0,
  });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10_000_000_000n, held: 0n });
});

test("accepts every character that JSON can carry in input and output", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const source =
    'def run(message: str):\n    return {"same": message == "nul \\x00 \\U0001F600", "face": "\\U0001F600", "list": [1, None]}\n';
  const agentId = await agent((await person()).accountId, { source });
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "nul \u0000 😀" } },
    { token: caller.token },
  );
  expect(parseAnswer(ExecutionResult, answer).agent_output).toEqual({
    same: true,
    face: "😀",
    list: [1, null],
  });
});

test("a free agent costs its caller nothing", async () => {
  const { client, money, person, agent } = stack();
  const caller = await person(0n);
  const agentId = await agent((await person()).accountId, { price: 0n });
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "hi" } },
    { token: caller.token },
  );
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({ success: true, cost: 0, tokens_used: 2 });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 0n, held: 0n });
});

test("returns what the agent printed if it returns nothing", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const source = 'def run(message: str):\n    print("Hello,", message)\n    print("how are you?")\n';
  const agentId = await agent((await person()).accountId, { source });
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "Ada" } },
    { token: caller.token },
  );
  const result = parseAnswer(ExecutionResult, answer);
  expect(result).toMatchObject({ success: true, agent_output: "Hello, Ada\nhow are you?" });
  expect(result.cost).toBeGreaterThan(0);
});

test.each([
  ["returns None and prints nothing", "def run(message: str):\n    return None\n"],
  ["returns an empty string", "def run(message: str):\n    return ' \\n'\n"],
  ["streams nothing", "def run(message: str):\n    yield ''\n"],
])("an agent that %s fails at no cost", async (_, source) => {
  const { client, money, person, agent } = stack();
  const caller = await person();
  const agentId = await agent((await person()).accountId, { source });
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "a long message" } },
    { token: caller.token },
  );
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({
    success: false,
    status: "failed",
    error: "agent_failed",
    detail: "The agent returned no output",
    cost: 0,
    tokens_used: 0,
  });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10_000_000_000n, held: 0n });
});

test("accepts an agent's number as a string, as forms and templates send it", async () => {
  const { client, person, agent } = stack();
  const [developer, caller] = [await person(0n), await person()];
  const agent_id = String(await agent(developer.accountId, {}));
  const body = { agent_id, input_data: { message: "Hello" } };
  const answer = await client.post("/api/v1/execute/run", body, { token: caller.token });
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({ success: true, agent_output: "Hello" });
  for (const wrong of ["", "1x", "0x1", "1.5", "-1", true]) {
    const refused = await client.post(
      "/api/v1/execute/run",
      { ...body, agent_id: wrong },
      { token: caller.token },
    );
    expect(refused.body).toMatchObject({ status: 400, errors: [{ field: "agent_id" }] });
  }
});
