import { ExecutionResult } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { PRICE, USD, useRuns } from "../runs.fixture.ts";
import { countTokens } from "./text-metering.ts";

const stack = useRuns();
const WORDS = "the quick brown fox jumps over the lazy dog ";

async function run(source: string, options: { credits?: bigint; max_cost?: number }) {
  const { client, money, person, agent } = stack();
  const caller = await person(options.credits ?? 10n * USD);
  const agent_id = await agent((await person()).accountId, { source });
  const body = {
    agent_id,
    input_data: { message: "go" },
    ...(options.max_cost !== undefined && { max_cost: options.max_cost }),
  };
  const answer = await client.post("/api/v1/execute/run", body, { token: caller.token });
  const result = parseAnswer(ExecutionResult, answer);
  const again = await client.get(`/api/v1/execute/runs/${result.run_id}`, { token: caller.token });
  expect(again.body).toEqual(answer.body);
  return { result, balance: await money.balance(caller.accountId) };
}

const RETURNS_MUCH = `def run(message: str):\n    return ${JSON.stringify(WORDS)} * 300\n`;
/** An agent that ends before all of its output has been counted. */
const STREAMS_AT_ONCE = `def run(message: str):\n    for n in range(300):\n        yield ${JSON.stringify(WORDS)}\n`;
const STREAMS_MUCH = `import time\ndef run(message: str):\n    for n in range(100000):\n        yield ${JSON.stringify(WORDS)}\n        time.sleep(0.001)\n`;

test.each([
  ["returned", RETURNS_MUCH],
  ["streamed", STREAMS_MUCH],
  ["streamed and finished", STREAMS_AT_ONCE],
])("a %s answer ends at the run's limit, says so, and is charged up to the limit", async (_, source) => {
  const { result, balance } = await run(source, { max_cost: 0.02 });
  expect(result).toMatchObject({ success: true, status: "completed", stop_reason: "limit", error: null });
  expect(result.tokens_used).toBe(200);
  expect(result.cost).toBe(0.02);
  const [text, note] = String(result.agent_output).split("\n\n");
  expect(note).toBe("[Stopped: this run reached its limit of 0.02 USD.]");
  expect(await countTokens(text ?? "")).toBeGreaterThan(190);
  expect(await countTokens(text ?? "")).toBeLessThanOrEqual(200);
  expect(balance).toMatchObject({ balance: 10n * USD - 200n * PRICE, held: 0n });
});

test.each([
  ["returned", RETURNS_MUCH],
  ["streamed", STREAMS_MUCH],
])("a %s answer ends when the balance is used up", async (_, source) => {
  const { result, balance } = await run(source, { credits: 50n * PRICE });
  expect(result).toMatchObject({ success: true, stop_reason: "limit", tokens_used: 50 });
  expect(String(result.agent_output)).toContain("[Stopped: your balance or spending limit was reached.]");
  expect(balance).toMatchObject({ balance: 0n, held: 0n });
});

test.each([
  ["returned", RETURNS_MUCH],
  ["streamed", `def run(message: str):\n    for n in range(300):\n        yield ${JSON.stringify(WORDS)}\n`],
])(
  "the hold grows for a %s answer far above the estimate, so that the whole answer is returned within the cap",
  async (_, source) => {
    const { result, balance } = await run(source, {});
    expect(result).toMatchObject({ success: true, stop_reason: "end", agent_output: WORDS.repeat(300) });
    expect(result.tokens_used).toBeGreaterThan(2_000);
    expect(balance).toMatchObject({ balance: 10n * USD - BigInt(result.tokens_used) * PRICE, held: 0n });
  },
);

test("text that streams letter by letter costs the same as text that streams word by word", async () => {
  const text = WORDS.repeat(10).trim();
  const source = `def run(message: str):\n    for letter in ${JSON.stringify(text)}:\n        yield letter\n`;
  const { result } = await run(source, {});
  expect(result.agent_output).toBe(text);
  expect(result.tokens_used).toBe(1 + (await countTokens(text)));
});

test("an agent that catches the error of a model call at its limit can still return its output", async () => {
  const source = `
import stoa
def run(message: str):
    try:
        return stoa.model("stoa-basic").complete("word " * 2000)
    except stoa.ModelError:
        return "as far as it went"
`;
  const { result } = await run(source, { max_cost: 0.01 });
  expect(result).toMatchObject({ success: true, stop_reason: "limit" });
  expect(String(result.agent_output)).toMatch(/^as far as it went\n\n\[Stopped: /);
  expect(result.cost).toBeLessThanOrEqual(0.01);
});

test("an agent that continues past its limit is stopped", async () => {
  const source = `
import stoa, time
def run(message: str):
    yield "first part"
    try:
        stoa.model("stoa-basic").complete("word " * 2000)
    except stoa.ModelError:
        time.sleep(60)
    yield "never"
`;
  const { result } = await run(source, { max_cost: 0.01 });
  expect(result).toMatchObject({ success: true, stop_reason: "limit" });
  expect(String(result.agent_output)).toMatch(/^first part\n\n\[Stopped: /);
});
