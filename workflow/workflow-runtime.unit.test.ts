import type { Duplex } from "node:stream";
import type { RunEvent } from "@stoa/runtime/protocol";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createJob, request, set, toWorkflowExport } from "./testing/workflow-job.ts";
import { WorkflowRuntime } from "./workflow-runtime.ts";

let runtime: WorkflowRuntime;

beforeAll(() => {
  runtime = new WorkflowRuntime();
});

afterAll(() => runtime.close());

async function runNode(source: string, changes: Parameters<typeof createJob>[1] = {}) {
  const events: RunEvent[] = [];
  const receipt = await runtime.start(createJob(source, changes), (event) => events.push(event)).receipt;
  return { receipt, events };
}

/** Creates a workflow with a connection back to the start: an endless loop. */
function createEndlessWorkflow(): string {
  const file = JSON.parse(toWorkflowExport(set("=x"))) as { connections: { [from: string]: unknown } };
  file.connections.Set = { main: [[{ node: "Set", type: "main", index: 0 }]] };
  return JSON.stringify(file);
}

/** Answers every request with these bytes and records the requests. */
function createGateway(raw: string, requests: string[]) {
  return (connection: Duplex) => {
    connection.on("error", () => connection.destroy());
    let text = "";
    connection.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      if (!text.includes('"timeoutMs"')) return;
      requests.push(text);
      connection.end(raw);
    });
  };
}

describe("a run in its process", () => {
  test("returns the output of its last node and reports each node", async () => {
    const { receipt, events } = await runNode(toWorkflowExport(set("=Hello {{ $json.message }}")));
    expect(receipt).toMatchObject({ runId: "run_1", outcome: "completed", output: "Hello Ada" });
    expect(events).toMatchObject([
      { type: "node", run: { node: "Start", runIndex: 0, state: "done", itemsIn: [1], itemsOut: [1] } },
      { type: "node", run: { node: "Set", state: "done", items: [[{ text: "Hello Ada" }]] } },
    ]);
  });

  test("fails with an error that names the node that failed", async () => {
    const { receipt } = await runNode(toWorkflowExport(set("={{ $('Nobody').item.json.a }}")));
    expect(receipt.outcome).toBe("failed");
    expect(receipt.error?.message).toContain("'Set'");
  });

  test("reports the problem in a file that cannot be read", async () => {
    const { receipt } = await runNode("{");
    expect(receipt).toMatchObject({ outcome: "failed", error: { message: expect.stringContaining("JSON") } });
  });

  test("reports an internal error with its cause if the process itself breaks", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const { receipt } = await runNode(5 as unknown as string);
    expect(receipt).toMatchObject({
      outcome: "crashed",
      error: { developerDetail: expect.stringContaining("TypeError") },
    });
    expect(logged.mock.calls[0]?.[1]).toBeInstanceOf(TypeError);
    logged.mockRestore();
  });

  test("ends at its time limit even if its code never stops", async () => {
    const { receipt } = await runNode(createEndlessWorkflow(), { wallMs: 1_500 });
    expect(receipt).toMatchObject({
      outcome: expect.stringMatching(/timeout|failed/),
      error: {
        message: expect.stringMatching(/time limit of 1.5 s|100000 node runs|longer than/),
      },
    });
  });

  test("ends when it is canceled", async () => {
    const handle = runtime.start(createJob(createEndlessWorkflow()), () => undefined);
    handle.cancel();
    expect(await handle.receipt).toMatchObject({ outcome: "cancelled" });
  });

  test("ends with output_limit if its output exceeds the limit", async () => {
    const { receipt } = await runNode(toWorkflowExport(set("=Hello {{ 'x'.repeat(3000) }}")), {
      outputBytes: 2_000,
    });
    expect(receipt.outcome).toBe("output_limit");
  });

  test("reaches servers only through its gateway, with its own token", async () => {
    const requests: string[] = [];
    const refusal = '{"error":"trial_run","detail":"No servers are asked now."}';
    const raw = `HTTP/1.1 503 Unavailable\r\ncontent-type: application/json\r\ncontent-length: ${refusal.length}\r\nconnection: close\r\n\r\n${refusal}`;
    const { receipt } = await runNode(toWorkflowExport(request("https://example.com/a?b=1")), {
      connectGateway: createGateway(raw, requests),
    });
    expect(requests[0]).toMatch(/^POST \/http HTTP\/1\.1\r\n/);
    expect(requests[0]).toContain("Bearer rt_1");
    expect(requests[0]).toContain('"url":"https://example.com/a?b=1"');
    expect(receipt).toMatchObject({
      outcome: "failed",
      error: { message: expect.stringContaining("No servers are asked now.") },
    });
  });

  test("fails if the gateway closes its connection", async () => {
    const { receipt } = await runNode(toWorkflowExport(request("https://example.com")));
    expect(receipt.outcome).toBe("failed");
  });
});

test("a conversation continues in another process after a question, and no process waits for the answer", async () => {
  const ask = {
    name: "Ask",
    type: "n8n-nodes-base.wait",
    typeVersion: 1.1,
    parameters: {
      resume: "form",
      formTitle: "Which color?",
      formFields: { values: [{ fieldLabel: "Color" }] },
    },
  };
  const source = toWorkflowExport(ask, set("={{ $('Start').item.json.message }} likes {{ $json.Color }}"));
  const conversation = { id: "conv_1", history: [] };
  const asked = await runNode(source, { conversation });
  expect(asked.receipt).toMatchObject({ outcome: "completed", output: "Which color?\n\nColor" });
  expect(asked.events.at(-1)).toMatchObject({ type: "node", run: { node: "Ask", state: "waiting" } });
  const { state = "" } = asked.receipt;
  const next = { input: { message: "red" }, conversation: { ...conversation, state } };
  const answered = await runNode(source, next);
  expect(answered.receipt).toMatchObject({ outcome: "completed", output: "Ada likes red" });
  expect(answered.receipt.state).toBeUndefined();
  expect(answered.events).toMatchObject([{ run: { node: "Ask", state: "done" } }, { run: { node: "Set" } }]);
});

describe("inspecting a file", () => {
  test("reports its inputs, its hosts and how many of its nodes are supported", async () => {
    const inspection = await runtime.inspect(toWorkflowExport(request("https://example.com/a")));
    expect(inspection).toMatchObject({
      framework: "n8n",
      entry: { name: "Start", kind: "workflow" },
      parameters: [{ name: "message", required: false }],
      declaration: { name: "Flow", hosts: ["example.com"] },
      coverage: "2 of 2 nodes are supported (100 %); runs start at 'Start'; sends requests to example.com",
    });
  });

  test("names the nodes that would run and are not supported", async () => {
    const inspection = await runtime.inspect(
      toWorkflowExport({ name: "Ship", type: "n8n-nodes-base.ship", typeVersion: 1 }),
    );
    expect(inspection.entry).toBeUndefined();
    expect(inspection.entryProblem?.message).toBe(
      `1 of 2 nodes are supported (50 %). Not supported: 'Ship': nodes of type n8n-nodes-base.ship are not supported. To run it on your own n8n server, set "meta": {"stoa": {"engine": "n8n"}} in the file`,
    );
  });
});
