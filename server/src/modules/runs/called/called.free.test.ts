import { expect, test } from "vitest";
import { completion, openAiUsage } from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { openRun, readEvents } from "../live/event-reader.fixture.ts";
import { MODEL, PRICE, USD, useRuns } from "../runs.fixture.ts";
import { CALLS, people, runAgent } from "./called.fixture.ts";

const stack = useRuns();
type Stack = ReturnType<typeof stack>;

const ASKS_MODEL = `
import stoa
def run(message: str):
    return stoa.model("${MODEL}").complete(message)
`;

/** Creates a provider that reports 100 prompt and 100 completion tokens for each call: 0.0003 USD. */
function answering({ upstream }: Stack) {
  upstream.answer((_, response) => {
    const answer = completion("Yes.", openAiUsage(100, 100));
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
}
const MODEL_COST = 300_000n;

/** Returns a function that reads how much the platform has lost since `watched` was called. */
async function watched({ money }: Stack) {
  const before = (await money.platform("loss")) ?? 0n;
  return async () => before - ((await money.platform("loss")) ?? 0n);
}

async function createCaller(all: Stack, rest: string, asked = ASKS_MODEL) {
  const someone = await people(all);
  const asking = await all.agent(someone.other.accountId, { name: "Asks", source: asked });
  const source = `${CALLS}\ndef run(message: str):\n    status, answer = call(${asking}, message=message)\n${rest}`;
  const agentId = await all.agent(someone.developer.accountId, { source, content: { agents: [asking] } });
  return { ...someone, agentId };
}

test("an agent that fails after it called another agent costs nothing, but the other agent's run is charged", async () => {
  const all = stack();
  answering(all);
  const lost = await watched(all);
  const { caller, developer, other, agentId } = await createCaller(all, '    raise ValueError("no")\n');
  const result = await runAgent(all, caller.token, agentId);
  const paid = 200n * PRICE;
  expect(result).toMatchObject({ status: "failed", cost: 0, total_cost: Number(paid) / 1e9 });
  expect(result.called_runs).toMatchObject([
    { status: "completed", cost: Number(paid) / 1e9, tokens_used: 200 },
  ]);
  expect(await all.money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD - paid, held: 0n });
  expect((await all.money.balance(other.accountId)).totalEarned).toBe(((paid - MODEL_COST) * 70n) / 100n);
  expect((await all.money.balance(developer.accountId)).totalEarned).toBe(0n);
  expect(await lost()).toBe(0n);
});

test("a called run that fails costs nothing, and the calling agent continues", async () => {
  const all = stack();
  answering(all);
  const lost = await watched(all);
  const failing = `${ASKS_MODEL.replace("return", "text =")}    raise ValueError("no " + text)\n`;
  const { caller, agentId } = await createCaller(
    all,
    '    return [status, answer["success"], answer["detail"]]\n',
    failing,
  );
  const result = await runAgent(all, caller.token, agentId);
  expect(result).toMatchObject({
    status: "completed",
    agent_output: [200, false, expect.stringContaining("no Yes.")],
  });
  expect(result.called_runs).toMatchObject([{ status: "failed", cost: 0 }]);
  expect(result.total_cost).toBe(result.cost);
  expect(await lost()).toBe(MODEL_COST);
});

test("every completed run is charged, even if the run that called it failed", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, {});
  const middle = await all.agent(other.accountId, {
    source: `${CALLS}\ndef run(message: str):\n    call(${echo}, message="lost")\n    raise ValueError("no")\n`,
    content: { agents: [echo] },
  });
  const agentId = await all.agent(developer.accountId, {
    source: `${CALLS}\ndef run(message: str):\n    return [call(${middle}, message="a")[0], call(${echo}, message="a")[0]]\n`,
    content: { agents: [middle, echo] },
  });
  const result = await runAgent(all, caller.token, agentId);
  expect(result.called_runs.map(({ agent_id, status, cost }) => [agent_id, status, cost])).toEqual([
    [middle, "failed", 0],
    [echo, "completed", Number(2n * PRICE) / 1e9],
    [echo, "completed", Number(2n * PRICE) / 1e9],
  ]);
});

test("canceling a run before its first output costs nothing and stops the runs that it called", async () => {
  const all = stack();
  const sleeper = "import time\ndef run(message: str):\n    time.sleep(600)\n";
  const { caller, agentId } = await createCaller(all, "    return status\n", sleeper);
  const body = { agent_id: agentId, input_data: { message: "go" } };
  const response = await openRun(all.url, caller.token, body);
  const [first] = await readEvents(response, ({ event }) => event === "status");
  const runId = String(first?.data.run_id);
  await expect.poll(() => all.supervisor.active).toBe(2);
  await all.client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token: caller.token });
  await expect.poll(() => all.supervisor.active).toBe(0);
  const ended = await all.client.get(`/api/v1/execute/runs/${runId}`, { token: caller.token });
  expect(ended.body).toMatchObject({
    status: "cancelled",
    total_cost: 0,
    called_runs: [{ status: "cancelled" }],
  });
  expect(await all.money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, held: 0n });
});

test("a called run ends before the time limit of its parent", async () => {
  const all = stack();
  const sleeper = "import time\ndef run(message: str):\n    time.sleep(600)\n";
  const { caller, agentId } = await createCaller(all, '    return answer["detail"]\n', sleeper);
  const result = await runAgent(all, caller.token, agentId, { timeout: 3 });
  expect(result.called_runs).toMatchObject([{ status: "timeout" }]);
  expect(result.agent_output).toMatch(/exceeded its time limit of 2 s/);
});
