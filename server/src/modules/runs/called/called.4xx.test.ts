import { RunTrace } from "@stoa/contract";
import { expect, test } from "vitest";
import type { AgentOptions } from "../../catalog/catalog.fixture.ts";
import { USD, useRuns } from "../runs.fixture.ts";
import { CALLS, people, runAgent } from "./called.fixture.ts";

const stack = useRuns();

/** Runs an agent that evaluates the expression, and returns the answer and the trace. */
async function refusedCall(
  expression: (echo: number) => string,
  {
    options = {},
    declares = true,
  }: { options?: Partial<AgentOptions> & { source?: string }; declares?: boolean } = {},
) {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, { name: "Echo", ...options });
  const source = `${CALLS}\ndef run(message: str):\n    status, answer = ${expression(echo)}\n    return {"status": status, "detail": answer["detail"], "error": answer.get("error")}\n`;
  const agentId = await all.agent(developer.accountId, {
    source,
    content: { agents: declares ? [echo] : [] },
  });
  const result = await runAgent(all, caller.token, agentId);
  expect(result.called_runs).toEqual([]);
  expect(await all.money.balance(caller.accountId)).toMatchObject({ held: 0n });
  const trace = await all.client.get(`/api/v1/execute/runs/${result.run_id}/trace`, { token: caller.token });
  return { answer: result.agent_output, entries: RunTrace.parse(trace.body).entries };
}

const USES = [{ service: "github", methods: ["GET" as const], paths: ["/*"] }];

test.each<[string, (echo: number) => string, Parameters<typeof refusedCall>[1], object]>([
  [
    "of an agent that it does not declare",
    (echo) => `call(${echo}, message="a")`,
    { declares: false },
    { status: 403, detail: expect.stringContaining("does not declare") },
  ],
  [
    "without a required input",
    (echo) => `call(${echo})`,
    {},
    { status: 400, detail: "Please enter a message" },
  ],
  [
    "with an unknown field",
    (echo) => `ask("/agents/${echo}/invoke", {"input_data": {}, "as": "admin"})`,
    {},
    { status: 400 },
  ],
  [
    "with a body that is not JSON",
    (echo) => `ask("/agents/${echo}/invoke", b"{oops")`,
    {},
    { status: 400, error: "malformed_json" },
  ],
  [
    "with 2,000 nested lists",
    (echo) => `ask("/agents/${echo}/invoke", b'{"input_data":' + b"[" * 2000 + b"]" * 2000 + b"}")`,
    {},
    { status: 400, detail: expect.stringContaining("nested") },
  ],
  [
    "with an input above the maximum size",
    (echo) => `call(${echo}, message="a" * 3_000_000)`,
    {},
    { status: 413, error: "too_large" },
  ],
  ["by GET", (echo) => `ask("/agents/${echo}/invoke", {}, "GET")`, {}, { status: 405 }],
  ["at another URL", (echo) => `ask("/agents/${echo}/../${echo}/invoke", {})`, {}, { status: 404 }],
  [
    "with an input that costs more than its limit",
    (echo) => `call(${echo}, message="word " * 30000)`,
    {},
    { status: 400, detail: expect.stringContaining("more than the limit") },
  ],
  [
    "of an agent that the caller has not allowed to use its connector",
    (echo) => `call(${echo}, message="a")`,
    { options: { content: { connectors: USES } } },
    { status: 403, error: "grant_needed", detail: expect.stringContaining("GitHub") },
  ],
])(
  "an agent gets the reason for a refused call %s, and the trace shows the refusal",
  async (_, expression, options, expected) => {
    const { answer, entries } = await refusedCall(expression, options);
    expect(answer).toMatchObject({ detail: expect.stringMatching(/\w/), ...expected });
    const noted = entries.filter(({ type }) => type === "agent_call");
    for (const entry of noted) expect(entry).toMatchObject({ outcome: "refused", run_id: null, cost: 0 });
    const { status, detail } = Object(answer);
    expect(noted).toHaveLength(status === 404 || status === 405 ? 0 : 1);
    const isDeclared = !String(detail).includes("does not declare");
    for (const entry of noted) expect(Object(entry).agent_id === null).toBe(!isDeclared);
  },
);

test("a call to an agent that has since been deactivated returns 404", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, {});
  const source = `${CALLS}\ndef run(message: str):\n    return call(${echo}, message=message)[0]\n`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [echo] } });
  await all.db.updateTable("agents").set({ is_active: false }).where("id", "=", echo).execute();
  expect(await runAgent(all, caller.token, agentId)).toMatchObject({ agent_output: 404, called_runs: [] });
});

test("a run can start twenty child runs and no more", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, {});
  const source = `${CALLS}\ndef run(message: str):\n    return [call(${echo}, message="a")[0] for _ in range(22)]\n`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [echo] } });
  const result = await runAgent(all, caller.token, agentId);
  expect(result.agent_output).toEqual([...Array(20).fill(200), 429, 429]);
  expect(result.called_runs).toHaveLength(20);
});

test("a token of another run is refused", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, {});
  const source = `${CALLS}\nTOKEN = "rt_" + "a" * 32\ndef run(message: str):\n    return call(${echo}, message=message)[0]\n`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [echo] } });
  expect(await runAgent(all, caller.token, agentId)).toMatchObject({ agent_output: 401, called_runs: [] });
});

test("a call that the caller's credits cannot pay for is refused, and no run is started", async () => {
  const all = stack();
  const { caller, developer, other } = await people(all, 40n * (USD / 10_000n));
  const echo = await all.agent(other.accountId, {});
  const source = `${CALLS}\ndef run(message: str):\n    return call(${echo}, message="word " * 100)[1]["detail"]\n`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [echo] } });
  const result = await runAgent(all, caller.token, agentId);
  expect(result).toMatchObject({ status: "completed", called_runs: [] });
  expect(result.agent_output).toMatch(/^The rest of this run's limit/);
});
