import { Balance, ExecutionResult, nanoToUsd, RunTrace } from "@stoa/contract";
import { afterAll, expect, it } from "vitest";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";
import { uploadSource } from "./agents.ts";
import { type Reply, startScriptedModel } from "./scripted-model.ts";

const model = await startScriptedModel();
const server = useTestServer({
  env: {
    STOA_PYTHON: "/nonexistent/python3",
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_DEFAULT_MODEL: "gpt-4o",
  },
});
afterAll(() => model.close());

const declareAgent = (name: string, more: object = {}) =>
  JSON.stringify({ stoa: 1, name, description: name, instructions: `You are the ${name}.`, ...more });

const WRITE_ISSUE = {
  type: "connector",
  name: "write_issue",
  description: "Writes an issue",
  service: "github",
  method: "POST",
  path: "/repos/{owner}/{repository}/issues",
};

/** Uploads an editor that calls another agent, and registers a person who runs it. */
async function uploadEditor(other: object = {}) {
  const { client } = server();
  const called = await uploadSource(server(), "summarizer.json", declareAgent("summarizer", other));
  const tool = { type: "agent", name: "summarize", description: "Summarizes", agent: called.id };
  const editor = await uploadSource(server(), "editor.json", declareAgent("editor", { tools: [tool] }));
  const { token } = await client.register();
  const getBalance = async () =>
    parseAnswer(Balance, await client.get("/api/v1/billing/balance", { token })).current_balance;
  const run = async () => {
    const body = { agent_id: editor.id, input_data: { message: "Edit this." } };
    return parseAnswer(ExecutionResult, await client.post("/api/v1/execute/run", body, { token }));
  };
  const getTrace = async (runId: string) =>
    parseAnswer(RunTrace, await client.get(`/api/v1/execute/runs/${runId}/trace`, { token })).entries;
  return { calledId: called.id, getBalance, run, getTrace };
}

/**
 * Scripts the models. The editor calls the summarizer once and then answers, and the summarizer gives the scripted
 * reply.
 */
function play(summary: Reply): void {
  model.play(({ messages }) => {
    const sentMessages: { role: string; content: string }[] = Object(messages);
    if (sentMessages[0]?.content !== "You are the editor.") return summary;
    return sentMessages.some(({ role }) => role === "tool")
      ? "I have edited it."
      : { tool: "summarize", args: { message: "A long text" } };
  });
}

const getEditorToolResult = () =>
  Object(model.calls.at(-1)?.messages)
    .filter(({ role }: { role: string }) => role === "tool")
    .map(({ content }: { content: string }) => content);

it("an agent gets the answer of an agent that it calls, and one limit covers all tokens of both", async () => {
  const { calledId, getBalance, run, getTrace } = await uploadEditor();
  const before = await getBalance();
  play("It is short.");
  const result = await run();
  expect(getEditorToolResult()).toEqual(["It is short."]);
  expect(result).toMatchObject({ success: true, agent_output: "I have edited it.", tokens_used: 240 });
  expect(result.called_runs).toMatchObject([
    { agent_id: calledId, agent_name: "summarizer.json", status: "completed", tokens_used: 120 },
  ]);
  const toNano = (usd: number | undefined) => BigInt(Math.round((usd ?? 0) * 1e9));
  const total = toNano(result.cost) + toNano(result.called_runs[0]?.cost);
  expect(result.total_cost).toBe(nanoToUsd(total));
  expect(toNano(before) - toNano(await getBalance())).toBe(total);
  expect(model.calls[1]?.messages).toEqual([
    { role: "system", content: "You are the summarizer." },
    { role: "user", content: "A long text" },
  ]);
  const entries = await getTrace(result.run_id);
  expect(entries).toContainEqual(
    expect.objectContaining({
      type: "agent_call",
      agent_id: calledId,
      agent_name: "summarizer.json",
      run_id: result.called_runs[0]?.run_id,
      outcome: "answered",
      tokens: 120,
    }),
  );
});

it("a called agent's failure is passed to the model and costs nothing", async () => {
  const { run } = await uploadEditor();
  play({ status: 400, message: "the text is too long" });
  const result = await run();
  expect(getEditorToolResult()).toEqual([expect.stringMatching(/^The agent failed: .*too long/)]);
  expect(result).toMatchObject({ success: true, agent_output: "I have edited it." });
  expect(result.called_runs).toMatchObject([{ status: "failed", cost: 0 }]);
  expect(result.total_cost).toBe(result.cost);
});

it("a called agent whose connectors the caller has not allowed is refused with a message for the model", async () => {
  const { run } = await uploadEditor({ tools: [WRITE_ISSUE] });
  play("never asked");
  const result = await run();
  expect(getEditorToolResult()).toEqual([
    expect.stringMatching(/^This agent uses your GitHub connector to send/),
  ]);
  expect(result).toMatchObject({ success: true, called_runs: [] });
  expect(model.calls).toHaveLength(2);
});
