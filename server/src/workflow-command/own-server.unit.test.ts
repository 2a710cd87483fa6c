import { describe, expect, test, vi } from "vitest";
import { openLocalGateway } from "./local-gateway.ts";
import {
  createExport,
  MANUAL,
  NO_PYTHON,
  type ScriptedNode,
  SHOUT,
  useOwnServer,
} from "./own-server.fixture.ts";
import { runFile } from "./run-file.ts";

const server = useOwnServer();

describe("a file that runs on its developer's n8n server", () => {
  test("is created, activated, executed, read and deleted there, including nodes that Stoa does not support", async () => {
    const { n8n, ran } = server();
    const { answer, nodes, error, said } = await ran(createExport([MANUAL, SHOUT]));
    expect(error).toBeUndefined();
    expect(nodes).toEqual({ Start: [[{ message: "hello" }]], Shout: [[{ message: "HELLO" }]] });
    expect(answer).toEqual({ message: "HELLO" });
    expect(said[1]).toContain("Shout: ");
    await expect.poll(() => n8n.workflows.size).toBe(0);
    expect(n8n.asked).toEqual([
      "POST /api/v1/workflows",
      "POST /api/v1/workflows/:id/activate",
      "WEBHOOK",
      "GET /api/v1/executions",
      "GET /api/v1/executions/:id",
      "GET /api/v1/executions",
      "DELETE /api/v1/workflows/:id",
    ]);
  });

  test("is started without the developer's API key", async () => {
    const { n8n, ran } = server();
    await ran(createExport([MANUAL, SHOUT]));
    expect(n8n.webhookHeaders[0]).not.toHaveProperty("x-n8n-api-key");
  });

  test("starts with the trigger's output available under the trigger's name", async () => {
    const { ran } = server();
    const chat = {
      name: "Chat",
      type: "@n8n/n8n-nodes-langchain.chatTrigger",
      typeVersion: 1.1,
      webhookId: "of-its-own",
    };
    const set = {
      name: "Set",
      type: "n8n-nodes-base.set",
      typeVersion: 3.4,
      parameters: {
        assignments: {
          assignments: [
            { id: "a", name: "text", value: "={{ $('Chat').item.json.chatInput }}", type: "string" },
          ],
        },
      },
    };
    expect((await ran(createExport([chat, SHOUT, set]))).answer).toBe("hello");
  });

  test("starts at the webhook output of the request's method", async () => {
    const { ran } = server();
    const hook = {
      name: "Hook",
      type: "n8n-nodes-base.webhook",
      typeVersion: 2,
      parameters: { multipleMethods: true, httpMethod: ["GET", "POST"], path: "mine" },
    };
    const connections = {
      Hook: {
        main: [[], [{ node: "Pick", type: "main", index: 0 }]],
      },
      Pick: { main: [[{ node: "Shout", type: "main", index: 0 }]] },
    };
    const pick = {
      name: "Pick",
      type: "n8n-nodes-base.set",
      typeVersion: 3.4,
      parameters: { mode: "raw", jsonOutput: "={{ $json.body }}" },
    };
    const { answer } = await ran(createExport([hook, pick, SHOUT], { connections }), {
      body: "x",
      message: "hi",
    });
    expect(answer).toMatchObject({ message: "HI" });
  });

  test("returns the response of its Respond to Webhook node", async () => {
    const { ran } = server();
    const respond = {
      name: "Respond",
      type: "n8n-nodes-base.respondToWebhook",
      typeVersion: 1.1,
      parameters: { respondWith: "json", responseBody: '={{ { "said": $json.message } }}' },
    };
    expect((await ran(createExport([MANUAL, SHOUT, respond]))).answer).toEqual({ said: "HELLO" });
  });

  test("disables all other triggers", async () => {
    const { n8n, ran } = server();
    const seen: unknown[] = [];
    const { answer } = n8n;
    vi.spyOn(n8n, "answer").mockImplementation((request) => {
      if (request.path === "/api/v1/workflows") seen.push(JSON.parse(request.body));
      return answer.call(n8n, request);
    });
    const others = [
      { name: "Telegram", type: "n8n-nodes-base.telegramTrigger" },
      { name: "Timer", type: "n8n-nodes-base.cron" },
    ];
    const connections = { Start: { main: [[{ node: "Shout", type: "main", index: 0 }]] } };
    await ran(createExport([MANUAL, SHOUT, ...others], { connections }));
    const [copy] = seen as { nodes: ScriptedNode[] }[];
    expect(copy?.nodes.filter(({ disabled }) => disabled).map(({ name }) => name)).toEqual([
      "Telegram",
      "Timer",
    ]);
  });

  test("fails with the error of the node that failed there", async () => {
    const { n8n, ran } = server();
    const stop = {
      name: "Stop",
      type: "n8n-nodes-base.stopAndError",
      parameters: { errorMessage: "Not today" },
    };
    const { error, nodes } = await ran(createExport([MANUAL, SHOUT, stop]));
    expect(error).toEqual({ node: "Stop", message: "Not today" });
    expect(nodes).toMatchObject({ Shout: [[{ message: "HELLO" }]] });
    await expect.poll(() => n8n.workflows.size).toBe(0);
  });
});

test("canceling a run stops its execution there and deletes the copy", async () => {
  const { n8n, gateway, ran } = server();
  let release: () => void = () => undefined;
  n8n.hold = new Promise((resolve) => {
    release = resolve;
  });
  const run = ran(createExport([MANUAL, SHOUT]));
  await expect.poll(() => n8n.asked.includes("WEBHOOK")).toBe(true);
  const closing = gateway.close();
  await expect.poll(() => n8n.workflows.size).toBe(0);
  expect(n8n.stopped).toHaveLength(1);
  release();
  await closing;
  expect((await run).error).toBeDefined();
});

test("the run fails with a clear error if no n8n server is configured", async () => {
  const bare = await openLocalGateway({}, "/nonexistent/stoa.models.json");
  const run = await runFile(
    createExport([MANUAL, SHOUT]),
    {},
    { gateway: bare, python: NO_PYTHON, say: () => undefined },
  );
  expect(run.error?.message).toContain("Set STOA_N8N_URL and STOA_N8N_API_KEY");
  await bare.close();
});
