import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { HttpRequest } from "../gateway-http/http-client.ts";
import type { McpHttp, McpResponse } from "./mcp-server.ts";
import { McpSession } from "./mcp-session.ts";
import { createRealMcpServer } from "./testing/real-mcp-server.ts";

const WEATHER = { content: [{ type: "text", text: "It is sunny in Rome" }] };

/** Opens a session with a server that this function simulates. */
async function open(http: McpHttp, options: { path?: string; timeoutMs?: number } = {}): Promise<McpSession> {
  const { path = "/mcp", timeoutMs = 10_000 } = options;
  const url = new URL(path, "https://mcp.example.com");
  const signal = new AbortController().signal;
  const session = await McpSession.open({ url, transport: "httpStreamable", http, timeoutMs, signal });
  onTestFinished(() => session.close());
  return session;
}

const toPath = (url: string) => new URL(url).pathname;

function createRealHttp(requests: HttpRequest[] = []): McpHttp {
  const answer = createRealMcpServer();
  return {
    send: async (request) => {
      requests.push(request);
      const { method, url, headers, body = "" } = request;
      const sent = { method, path: toPath(url), headers, body: String(body) };
      return { statusText: "", ...(await answer(sent)) };
    },
  };
}

const reply = (status: number, body: string | Readable = "", headers = {}): McpResponse => ({
  status,
  statusText: "",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? Buffer.from(body) : body,
});

/** Answers each message of the handshake, and lets the test answer all others. */
function createScriptedHttp(answer: (message: { id: number; method: string }) => McpResponse): McpHttp {
  return {
    async send({ method, body }) {
      if (method !== "POST") return reply(405);
      const message = JSON.parse(String(body)) as { id: number; method: string };
      if (message.method === "server/discover")
        return reply(
          200,
          JSON.stringify({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "no" } }),
        );
      if (message.method === "initialize") return reply(200, toAnswer(message, INITIALIZED));
      return message.id === undefined ? reply(202) : answer(message);
    },
  };
}

const INITIALIZED = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "scripted", version: "1" },
};
const toAnswer = ({ id }: { id: number }, result: object) => JSON.stringify({ jsonrpc: "2.0", id, result });

test.each([
  ["all versions", "/mcp", "2026-07-28"],
  ["only protocol 2026-07-28", "/modern", "2026-07-28"],
  ["only protocols with sessions", "/sessions", "2025-11-25"],
])("lists the tools of all pages and calls one at a server with %s", async (_, path, version) => {
  const requests: HttpRequest[] = [];
  const session = await open(createRealHttp(requests), { path });
  const tools = await session.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "get_weather",
    "files/read.text",
    "files_read_text",
    "fail",
  ]);
  expect(await session.call("get_weather", { city: "Rome" })).toMatchObject(WEATHER);
  const headers = requests.at(-1)?.headers;
  expect(headers?.["mcp-protocol-version"]).toBe(version);
  expect(headers?.["mcp-session-id"] !== undefined).toBe(path === "/sessions");
});

test("returns the error of a tool, and reports an unknown tool", async () => {
  const session = await open(createRealHttp());
  expect(await session.call("fail", {})).toMatchObject({ isError: true });
  await expect(session.call("nothing", {})).rejects.toThrow("Unknown tool: nothing");
});

test.each([
  [404, "it answered with HTTP 404: No such page. Check the path of its URL, which usually ends with /mcp"],
  [401, "it answered with HTTP 401: No such page. It needs a credential, or refuses the one that was sent"],
  [500, "it answered with HTTP 500: No such page"],
])("explains a server that answers with the status %i", async (status, message) => {
  const http: McpHttp = { send: () => Promise.resolve(reply(status, "No such page")) };
  await expect(open(http)).rejects.toThrow(message);
});

test.each([
  ["a page", reply(200, "<html></html>", { "content-type": "text/html" })],
  ["other JSON", reply(200, '{"hello": 1}')],
  ["text that claims to be JSON", reply(200, "hello")],
])("says that a server that answers with %s does not speak MCP", async (_, answer) => {
  const http: McpHttp = { send: () => Promise.resolve(answer) };
  await expect(open(http)).rejects.toThrow("it does not speak MCP");
});

test("follows redirects within the origin, and names the target of others", async () => {
  const real = createRealHttp();
  const moved: McpHttp = {
    send: (request) =>
      toPath(request.url) === "/old"
        ? Promise.resolve(reply(307, "", { location: "/mcp" }))
        : real.send(request),
  };
  const session = await open(moved, { path: "/old" });
  expect(await session.call("get_weather", { city: "Rome" })).toMatchObject(WEATHER);
  const away: McpHttp = {
    send: () => Promise.resolve(reply(307, "", { location: "https://evil.example/mcp?leak=1" })),
  };
  await expect(open(away)).rejects.toThrow(
    "Redirect to https://evil.example/mcp not followed; use that URL as the endpoint if it is the intended server",
  );
});

test("reports the reason why the run's way out refused a request", async () => {
  const http: McpHttp = { send: () => Promise.reject(new Error("Allow it on the agent's page first.")) };
  await expect(open(http)).rejects.toThrow(/^Allow it on the agent's page first\.$/);
});

/** Yields a stream that never ends, until its reader leaves. */
async function* endless(piece: string, until = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < until; sent += 1) {
    yield Buffer.from(piece);
    await nextTurn();
  }
}

/** Yields a stream whose connection is lost. */
async function* breaking(): AsyncGenerator<Buffer> {
  yield Buffer.from(": wait\n\n");
  await nextTurn();
  throw new Error("aborted");
}

const stream = (body: Readable) => reply(200, body, { "content-type": "text/event-stream" });
const LARGE = "x".repeat(1024 * 1024);

test.each([
  [
    "JSON",
    (message: { id: number }) =>
      reply(200, toAnswer(message, { content: [{ type: "text", text: LARGE.repeat(5) }] })),
  ],
  ["an event", () => stream(Readable.from(endless(`: ${LARGE}\n\n`)))],
])("refuses a response of more than 4 MB as %s", async (_, answer) => {
  const session = await open(createScriptedHttp(answer));
  await expect(session.call("any", {})).rejects.toThrow("its response is larger than 4 MB");
});

test("ends a call to a server whose event stream never brings the answer", async () => {
  const bodies: Readable[] = [];
  const answer = () => {
    const body = Readable.from(endless(": wait\n\n"));
    bodies.push(body);
    return stream(body);
  };
  const session = await open(createScriptedHttp(answer), { timeoutMs: 50 });
  await expect(session.call("any", {})).rejects.toThrow("it did not answer within 0.05 seconds");
  await session.close();
  expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test("reads the rest of an answer whose event stream the server ended early", async () => {
  let asked = { id: 0 };
  const http = createScriptedHttp((message) => {
    asked = message;
    return stream(Readable.from([Buffer.from("id: 7\nretry: 1\ndata: \n\n")]));
  });
  const resumed: McpHttp = {
    send: (request) =>
      request.headers["last-event-id"] === "7"
        ? Promise.resolve(stream(Readable.from([Buffer.from(`data: ${toAnswer(asked, WEATHER)}\n\n`)])))
        : http.send(request),
  };
  expect(await (await open(resumed)).call("any", {})).toMatchObject(WEATHER);
});

test("reports a response that breaks off, and can be used afterwards", async () => {
  let calls = 0;
  const session = await open(
    createScriptedHttp((message) => {
      calls += 1;
      if (calls > 1) return reply(200, toAnswer(message, WEATHER));
      return stream(Readable.from(breaking()));
    }),
    { timeoutMs: 1_000 },
  );
  await expect(session.call("any", {})).rejects.toThrow("its response broke off");
  expect(await session.call("any", {})).toMatchObject(WEATHER);
});

test.each([
  [
    "200,000 empty parts",
    { content: Array.from({ length: 200_000 }, () => ({})) },
    "contains more than 50,000 values",
  ],
  [
    "70 levels",
    { content: [], structuredContent: JSON.parse("[".repeat(70) + "]".repeat(70)) },
    "more than 64 levels",
  ],
])("refuses a result with %s before it is checked", async (_, result, message) => {
  const session = await open(createScriptedHttp((request) => reply(200, toAnswer(request, result))));
  const startedAt = performance.now();
  await expect(session.call("any", {})).rejects.toThrow(message);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test("refuses a handshake that takes long to check", async () => {
  const icons = Array.from({ length: 40_000 }, () => ({}));
  const serverInfo = { name: "s", version: "1", icons };
  const http: McpHttp = {
    send: ({ body }) =>
      Promise.resolve(reply(200, toAnswer(JSON.parse(String(body)), { ...INITIALIZED, serverInfo }))),
  };
  const startedAt = performance.now();
  await expect(open(http)).rejects.toThrow("contains more than 1,000 values");
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test("accepts results that the protocol does not allow, and drops tools that are none", async () => {
  const content = Array.from({ length: 40_000 }, () => ({}));
  const startedAt = performance.now();
  const session = await open(
    createScriptedHttp((request) =>
      reply(
        200,
        toAnswer(request, request.method === "tools/list" ? { tools: [1, {}, { name: "a" }] } : { content }),
      ),
    ),
  );
  expect(await session.call("any", {})).toEqual({ content });
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(await session.listTools()).toEqual([
    { name: "", description: "", parameters: { type: "object" } },
    { name: "a", description: "", parameters: { type: "object" } },
  ]);
});

test("refuses a list of tools without an end", async () => {
  const session = await open(
    createScriptedHttp((request) =>
      reply(
        200,
        toAnswer(request, {
          tools: [{ name: "a", inputSchema: { type: "object" } }],
          nextCursor: `${request.id}`,
        }),
      ),
    ),
  );
  await expect(session.listTools()).rejects.toThrow(
    "its list of tools has more than 20 pages or 1,000 tools",
  );
});

test("rejects with the reason of the run's end", async () => {
  const ended = new AbortController();
  const http = createScriptedHttp(() => stream(Readable.from(endless(": wait\n\n"))));
  const url = new URL("https://mcp.example.com/mcp");
  const session = await McpSession.open({
    url,
    transport: "httpStreamable",
    http,
    timeoutMs: 10_000,
    signal: ended.signal,
  });
  const called = session.call("any", {});
  ended.abort(new Error("the run has ended"));
  await expect(called).rejects.toThrow("the run has ended");
  await session.close();
});
