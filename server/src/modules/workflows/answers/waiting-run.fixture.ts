import { Agent, ExecutionResult, RunWaits, UploadReply } from "@stoa/contract";
import { expect } from "vitest";
import { type Client, parseAnswer } from "../../../../../tests/harness/client.ts";
import { uploadForm } from "../../catalog/catalog-server.fixture.ts";

type Node = { name: string; type: string; typeVersion: number; parameters: object };

export const waitNode = (parameters: object, name = "Ask"): Node => ({
  name,
  type: "n8n-nodes-base.wait",
  typeVersion: 1.1,
  parameters,
});

/** Passes on only the body of the answer, so that the output of the run is what was sent to it. */
export const bodyNode: Node = {
  name: "Body",
  type: "n8n-nodes-base.code",
  typeVersion: 2,
  parameters: { jsCode: "return [{ json: { output: $input.first().json.body ?? $input.first().json } }];" },
};

export function createFlow(...nodes: Node[]): string {
  const start = { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, parameters: {} };
  const all = [start, ...nodes].map((node, index) => ({ ...node, position: [200 * index, 0] }));
  const connections = Object.fromEntries(
    all
      .slice(0, -1)
      .map(({ name }, index) => [name, { main: [[{ node: all[index + 1]?.name, type: "main", index: 0 }]] }]),
  );
  return JSON.stringify({ name: "Flow", nodes: all, connections, settings: { executionOrder: "v1" } });
}

/** Registers an account and uploads the workflow as its agent. */
export async function withWorkflow(client: Client, content: string) {
  const { token } = await client.register();
  const form = uploadForm({
    fields: { name: "Waiting", category: "automation", price_per_token: "0" },
    file: { name: "flow.json", content },
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  return { token, agent: Agent.parse(agent), checks };
}

/** Starts a run without waiting for its end. */
export function started(client: Client, token: string, agentId: number, timeout = 60) {
  const body = { agent_id: agentId, input_data: { message: "go" }, timeout };
  const answer = client.post("/api/v1/execute/run", body, { token, headers: { prefer: "respond-async" } });
  return answer.then(({ status, body: accepted }) => {
    expect(status).toBe(202);
    return String(Object(accepted).run_id);
  });
}

export async function readResult(client: Client, token: string, runId: string): Promise<ExecutionResult> {
  for (;;) {
    const result = parseAnswer(ExecutionResult, await client.get(`/api/v1/execute/runs/${runId}`, { token }));
    if (result.status !== "running" && result.status !== "queued") return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Polls until the run waits, and returns its first wait. */
export async function firstWait(client: Client, token: string, runId: string) {
  for (;;) {
    const { waits } = parseAnswer(
      RunWaits,
      await client.get(`/api/v1/execute/runs/${runId}/waits`, { token }),
    );
    const [wait] = waits;
    if (wait) return { ...wait, path: new URL(wait.url).pathname };
    const result = parseAnswer(ExecutionResult, await client.get(`/api/v1/execute/runs/${runId}`, { token }));
    if (result.status !== "running")
      throw new Error(`the run is not waiting for an answer: ${JSON.stringify(result)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
