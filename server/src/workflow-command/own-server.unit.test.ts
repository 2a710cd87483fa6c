import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ScriptedN8n } from "../modules/workflows/engine/scripted-n8n.fixture.ts";
import { type LocalGateway, openLocalGateway } from "./local-gateway.ts";
import { runFile } from "./run-file.ts";

let n8n: ScriptedN8n;
let listening: Server;
let gateway: LocalGateway;

beforeEach(async () => {
  n8n = new ScriptedN8n("n8n-key");
  listening = createServer((request, response) => {
    void text(request)
      .then((body) =>
        n8n.answer({
          method: request.method ?? "",
          path: request.url ?? "",
          headers: request.headers as Record<string, string>,
          body,
        }),
      )
      .then(({ status, body }) => {
        const isText = typeof body === "string";
        response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
        response.end(isText ? body : JSON.stringify(body ?? {}));
      });
  });
  await new Promise<void>((resolve) => {
    listening.listen(0, "127.0.0.1", resolve);
  });
  const { port } = listening.address() as AddressInfo;
  const env = { STOA_N8N_URL: `http://127.0.0.1:${port}/`, STOA_N8N_API_KEY: "n8n-key" };
  gateway = await openLocalGateway(env, "/nonexistent/stoa.models.json");
});

afterEach(async () => {
  await gateway.close();
  listening.closeAllConnections();
  await new Promise((resolve) => {
    listening.close(resolve);
  });
});

type Node = {
  name: string;
  type: string;
  typeVersion?: number;
  parameters?: object;
  [field: string]: unknown;
};

const SHOUT: Node = { name: "Shout", type: "n8n-nodes-community.shout" };
const MANUAL: Node = { name: "Start", type: "n8n-nodes-base.manualTrigger" };

/** A file whose nodes follow one another, to be run on its developer's server. */
function exportOf(nodes: readonly Node[], more: object = {}): string {
  const all = nodes.map((node, index) => ({
    id: `${index}`,
    typeVersion: 1,
    parameters: {},
    position: [200 * index, 0],
    ...node,
  }));
  const connections = Object.fromEntries(
    all
      .slice(0, -1)
      .map(({ name }, index) => [name, { main: [[{ node: all[index + 1]?.name, type: "main", index: 0 }]] }]),
  );
  const settings = { executionOrder: "v1", callerPolicy: "any", binaryMode: "separate" };
  return JSON.stringify({
    name: "Flow",
    nodes: all,
    connections,
    settings,
    meta: { stoa: { engine: "n8n" } },
    ...more,
  });
}

const noPython = { run: () => Promise.reject(new Error("none")), close: () => Promise.resolve() };

async function ran(source: string, input: { [name: string]: string } = { message: "hello" }) {
  const said: string[] = [];
  const run = await runFile(source, input, { gateway, python: noPython, say: (line) => said.push(line) });
  return { ...run, nodes: JSON.parse(run.nodes) as unknown, said };
}

const gone = () => expect.poll(() => n8n.workflows.size).toBe(0);

describe("a file that is to run on its developer's n8n server", () => {
  test("is created, published, begun, read and removed there, with nodes that Stoa does not know", async () => {
    const { answer, nodes, error, said } = await ran(exportOf([MANUAL, SHOUT]));
    expect(error).toBeUndefined();
    expect(nodes).toEqual({ Start: [[{ message: "hello" }]], Shout: [[{ message: "HELLO" }]] });
    expect(answer).toEqual({ message: "HELLO" });
    expect(said[1]).toContain("Shout: ");
    await gone();
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

  test("is begun without the developer's key", async () => {
    await ran(exportOf([MANUAL, SHOUT]));
    expect(n8n.webhookHeaders[0]).not.toHaveProperty("x-n8n-api-key");
  });

  test("begins with what its trigger gives, under the trigger's name", async () => {
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
    expect((await ran(exportOf([chat, SHOUT, set]))).answer).toBe("hello");
  });

  test("begins at the output that a webhook of several methods gives its item by", async () => {
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
    const { answer } = await ran(exportOf([hook, pick, SHOUT], { connections }), {
      body: "x",
      message: "hi",
    });
    expect(answer).toMatchObject({ message: "HI" });
  });

  test("answers as Respond to Webhook says", async () => {
    const respond = {
      name: "Respond",
      type: "n8n-nodes-base.respondToWebhook",
      typeVersion: 1.1,
      parameters: { respondWith: "json", responseBody: '={{ { "said": $json.message } }}' },
    };
    expect((await ran(exportOf([MANUAL, SHOUT, respond]))).answer).toEqual({ said: "HELLO" });
  });

  test("sets nothing going there but itself: other triggers are switched off", async () => {
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
    await ran(exportOf([MANUAL, SHOUT, ...others], { connections }));
    const [copy] = seen as { nodes: Node[] }[];
    expect(copy?.nodes.filter(({ disabled }) => disabled).map(({ name }) => name)).toEqual([
      "Telegram",
      "Timer",
    ]);
  });

  test("fails with the node that failed there", async () => {
    const stop = {
      name: "Stop",
      type: "n8n-nodes-base.stopAndError",
      parameters: { errorMessage: "Not today" },
    };
    const { error, nodes } = await ran(exportOf([MANUAL, SHOUT, stop]));
    expect(error).toEqual({ node: "Stop", message: "Not today" });
    expect(nodes).toMatchObject({ Shout: [[{ message: "HELLO" }]] });
    await gone();
  });
});

describe("a server that is slow or says no", () => {
  test.each([
    ["registers the webhook late", { unregistered: 3 }, 4],
    ["registers the webhook only when it is published anew", { forgets: true }, 7],
  ])("that %s is asked again", { timeout: 30_000 }, async (_what, mood, calls) => {
    n8n.mood = mood;
    const { answer } = await ran(exportOf([MANUAL, SHOUT]));
    expect(answer).toEqual({ message: "HELLO" });
    expect(n8n.asked.filter((one) => one === "WEBHOOK")).toHaveLength(calls);
    await gone();
  });

  test("whose execution is still going on is waited for", async () => {
    n8n.mood = { slowLooks: 3 };
    expect((await ran(exportOf([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
  });

  test("whose proxy gives up waiting is asked for the execution all the same, and begun once", async () => {
    n8n.mood = { webhookAnswers: { status: 504, body: "<html>Gateway Time-out</html>" } };
    expect((await ran(exportOf([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
    expect(n8n.asked.filter((one) => one === "WEBHOOK")).toHaveLength(1);
  });

  test("that asks to come back later is asked later", async () => {
    n8n.mood = { firstAnswers: [] };
    const { answer } = n8n;
    let once = true;
    vi.spyOn(n8n, "answer").mockImplementation((request) => {
      if (once && request.path.endsWith("/activate")) {
        once = false;
        return Promise.resolve({ status: 429, body: { message: "too many" } });
      }
      return answer.call(n8n, request);
    });
    expect((await ran(exportOf([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
  });

  test.each([
    [
      "a key that it does not take",
      { firstAnswers: [{ status: 401, body: { message: "unauthorized" } }] },
      "The n8n server does not take the API key of its developer's connector (401)",
    ],
    [
      "a workflow that it does not take",
      { firstAnswers: [{ status: 400, body: { message: "request/body must have nodes" } }] },
      "The n8n server did not take the workflow (400): request/body must have nodes",
    ],
    [
      "an answer that is none of n8n's",
      { firstAnswers: [{ status: 200, body: "<html>Sign in</html>" }] },
      "The n8n server did not take the workflow (200)",
    ],
    [
      "what is no server of the kind",
      { firstAnswers: [{ status: 301, body: "" }] },
      "The n8n server did not take the workflow (301)",
    ],
  ])("is told by %s", async (_what, mood, message) => {
    n8n.mood = mood;
    expect((await ran(exportOf([MANUAL, SHOUT]))).error).toEqual({ node: "", message });
    await gone();
  });

  test("that keeps no executions is told as such, and nothing stays there", { timeout: 40_000 }, async () => {
    n8n.mood = { keepsNoExecutions: true };
    const { error } = await ran(exportOf([MANUAL, SHOUT]));
    expect(error?.message).toContain("keeps no record of the run");
    await gone();
  });

  test("that cannot delete the copy has it switched off", async () => {
    n8n.mood = { cannotDelete: true };
    await ran(exportOf([MANUAL, SHOUT]));
    await expect.poll(() => n8n.asked.at(-1)).toBe("POST /api/v1/workflows/:id/deactivate");
    expect([...n8n.workflows.values()].map(({ active }) => active)).toEqual([false]);
  });
});

test("a run that is cancelled stops its execution there and removes the copy", async () => {
  let release: () => void = () => undefined;
  n8n.hold = new Promise((resolve) => {
    release = resolve;
  });
  const run = ran(exportOf([MANUAL, SHOUT]));
  await expect.poll(() => n8n.asked.includes("WEBHOOK")).toBe(true);
  const closing = gateway.close();
  await gone();
  expect(n8n.stopped).toHaveLength(1);
  release();
  await closing;
  expect((await run).error).toBeDefined();
});

test("without a server that is named the run says so", async () => {
  const bare = await openLocalGateway({}, "/nonexistent/stoa.models.json");
  const run = await runFile(
    exportOf([MANUAL, SHOUT]),
    {},
    { gateway: bare, python: noPython, say: () => undefined },
  );
  expect(run.error?.message).toContain("set STOA_N8N_URL and STOA_N8N_API_KEY");
  await bare.close();
});
