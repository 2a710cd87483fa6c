import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RESULT } from "./execution-result.fixture.ts";
import { HttpError, NetworkError } from "./http-error.ts";
import { type FollowedRun, streamRun } from "./run-stream.ts";

const RUN = "run_0123456789abcdef0123456789abcdef";
const KEY = "7a2f";
const start = { request: { agent_id: 1, input_data: { message: "Hello" } }, key: KEY };
const result = { ...RESULT, run_id: RUN };

const createEvent = (id: number, name: string, data: object) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

let server: Server | undefined;

/** Starts a real server that receives the browser's relative URLs. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
}

/** Dispatches the browser's event for being back online. */
let network: EventTarget;

beforeEach(() => {
  network = new EventTarget();
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
  vi.stubGlobal("removeEventListener", network.removeEventListener.bind(network));
});

afterEach(() => {
  vi.unstubAllGlobals();
  server?.closeAllConnections();
  server?.close();
});

async function collect(run: FollowedRun = start): Promise<string[]> {
  const seen: string[] = [];
  for await (const createEvent of streamRun(run, new AbortController().signal)) {
    seen.push(createEvent.name === "output" ? `output:${createEvent.data.text}` : createEvent.name);
    if (createEvent.name === "lost") setImmediate(() => network.dispatchEvent(new Event("online")));
  }
  return seen;
}

it("resumes a lost stream where it broke without starting another run", async () => {
  const calls: string[] = [];
  await serve((call, response) => {
    calls.push(`${call.method} ${call.url} ${call.headers["last-event-id"] ?? ""}`.trim());
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (call.method === "POST") {
      expect(call.headers["idempotency-key"]).toBe(KEY);
      response.write(createEvent(1, "status", { run_id: RUN, status: "running" }));
      response.write(createEvent(2, "output", { text: "Hello" }), () => call.socket.destroy());
      return;
    }
    response.write(createEvent(3, "output", { text: " there" }));
    response.end(createEvent(4, "result", result));
  });
  expect(await collect()).toEqual(["status", "output:Hello", "lost", "output: there", "result"]);
  expect(calls).toEqual(["POST /api/v1/execute/run", `GET /api/v1/execute/runs/${RUN}/events 2`]);
});

it("follows an earlier run from its beginning, even if the server restarts", async () => {
  const calls: string[] = [];
  await serve((call, response) => {
    calls.push(`${call.method} ${call.url}`);
    if (calls.length === 1) {
      response.writeHead(503).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(createEvent(1, "output", { text: "Hello there" }));
    response.end(createEvent(2, "result", result));
  });
  expect(await collect({ runId: RUN })).toEqual(["lost", "output:Hello there", "result"]);
  expect(calls).toEqual(Array(2).fill(`GET /api/v1/execute/runs/${RUN}/events`));
});

it("throws an error with the server's problem if the run is refused", async () => {
  await serve((_, response) => {
    response.writeHead(402, { "content-type": "application/problem+json" });
    response.end(
      JSON.stringify({
        type: "about:blank",
        title: "Payment Required",
        status: 402,
        detail: "Insufficient credits",
        error: "insufficient_credits",
        request_id: "req_1",
      }),
    );
  });
  const failure = await collect().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HttpError);
  expect(failure).toMatchObject({
    message: "HTTP 402: Payment Required",
    problem: { detail: "Insufficient credits" },
  });
});

it("throws a network error if the server does not respond", async () => {
  await serve((call) => call.socket.destroy());
  const failure = await collect().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NetworkError);
  expect(failure).toMatchObject({ message: expect.stringMatching(/^Network error: /) });
});
