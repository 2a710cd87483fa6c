import { ExecutionResult } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { PRICE, USD, useRuns } from "../runs.fixture.ts";
import { joinOutput, openRun, readEvents } from "./event-reader.fixture.ts";
import { countTokens } from "./text-metering.ts";

const stack = useRuns();
const HANGS = "import time\ndef run(message: str):\n    yield 'the first words'\n    time.sleep(30)\n";

async function someRun(source = HANGS, price?: bigint) {
  const all = stack();
  const [caller, developer] = await Promise.all([all.person(), all.person(0n)]);
  const agent_id = await all.agent(developer.accountId, { source, ...(price !== undefined && { price }) });
  const body = { agent_id, input_data: { message: "go" }, timeout: 1 };
  return { ...all, caller, developer, body };
}

test("the delivered part of a streamed answer is charged if the time limit ends the run", async () => {
  const { url, money, caller, developer, body } = await someRun();
  const events = await readEvents(await openRun(url, caller.token, body));
  const cost = PRICE * BigInt(1 + (await countTokens("the first words")));
  expect(joinOutput(events)).toBe("the first words");
  expect(events.at(-1)?.data).toMatchObject({
    success: false,
    status: "timeout",
    error: "agent_timeout",
    detail:
      "The agent exceeded its time limit of 1 s. You were charged for the output that was delivered before.",
    cost: Number(cost) / 1e9,
  });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD - cost, held: 0n });
  expect((await money.balance(developer.accountId)).totalEarned).toBe((cost * 70n) / 100n);
});

test("text that is returned with the result of a timed-out run is charged as well", async () => {
  const { client, caller, body } = await someRun();
  const answer = await client.post("/api/v1/execute/run", body, { token: caller.token });
  const result = parseAnswer(ExecutionResult, answer);
  expect(result).toMatchObject({ status: "timeout", agent_output: "the first words", tokens_used: 4 });
  const again = await client.get(`/api/v1/execute/runs/${result.run_id}`, { token: caller.token });
  expect(again.body).toEqual(answer.body);
});

test("the delivered part of an answer that exceeds the output limit is charged", async () => {
  const source = "def run(message: str):\n    while True:\n        yield 'word ' * 2000\n";
  const { client, db, caller, body } = await someRun(source, 1_000n);
  await db
    .updateTable("agents")
    .set({ max_cost_per_run: 10n * USD })
    .where("id", "=", body.agent_id)
    .execute();
  const answer = await client.post("/api/v1/execute/run", { ...body, timeout: 60 }, { token: caller.token });
  const result = parseAnswer(ExecutionResult, answer);
  expect(result).toMatchObject({ status: "completed", stop_reason: "limit" });
  expect(String(result.agent_output)).toMatch(/\[Stopped: the output reached the maximum size\.\]$/);
  const delivered = String(result.agent_output).split("\n\n")[0] ?? "";
  /** Streamed text is counted in chunks, so a few tokens may differ. */
  expect(result.tokens_used).toBeGreaterThan((await countTokens(delivered)) * 0.999);
});

test("the caller pays for the answer that an agent returns after a model call was refused at the limit", async () => {
  const source = `
import stoa
def run(message: str):
    try:
        return stoa.model("stoa-basic").complete("word " * 2000)
    except stoa.ModelError:
        return "word " * 5000
`;
  const { client, caller, body } = await someRun(source);
  const answer = await client.post(
    "/api/v1/execute/run",
    { ...body, timeout: 30, max_cost: 0.01 },
    { token: caller.token },
  );
  const result = parseAnswer(ExecutionResult, answer);
  expect(result).toMatchObject({ status: "completed", stop_reason: "limit", tokens_used: 100, cost: 0.01 });
  expect(await countTokens(String(result.agent_output).split("\n\n")[0] ?? "")).toBeLessThanOrEqual(100);
});
