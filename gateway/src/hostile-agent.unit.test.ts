import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CountingBudget } from "./testing/counting-budget.ts";
import { ask, type GatewayFixture, RUN_TOKEN, startGateway } from "./testing/gateway-fixture.ts";
import {
  completion,
  openAiUsage,
  type ScriptedUpstream,
  startScriptedUpstream,
} from "./testing/scripted-upstream.ts";

const KEY = "sk-operators-own-key-4711";
const MEGABYTE = 1024 * 1024;

let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

async function start(budget = new CountingBudget()): Promise<void> {
  fixture = await startGateway({
    env: { OPENAI_BASE_URL: upstream.baseUrl, OPENAI_API_KEY: KEY },
    budget,
    timeouts: { headMs: 1_000, requestMs: 2_000 },
  });
}

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  upstream.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("Hello there", openAiUsage(10, 10)));
  });
  await start();
});

afterEach(async () => {
  await expect.poll(() => fixture.budget.openReservations).toBe(0);
  expect(fixture.budget.records.length).toBe(fixture.budget.reservations.size);
  expect(fixture.readWholeLog()).not.toContain(KEY);
  expect(fixture.readWholeLog()).not.toContain(RUN_TOKEN);
  await fixture.close();
  await upstream.close();
});

const parseErrorCode = (body: string) => JSON.parse(body).error.code;

/** Sends exactly these bytes and returns everything received until the gateway closes the connection. */
function raw(bytes: string): Promise<string> {
  const socket = connect(fixture.port, "127.0.0.1");
  socket.on("error", () => socket.destroy());
  socket.write(bytes);
  return text(socket);
}

function rawCall(
  target: string,
  headers: readonly string[] = [],
  body = JSON.stringify(ask("Hello?")),
): string {
  const lines = [
    `POST ${target} HTTP/1.1`,
    ...(headers.some((line) => line.toLowerCase().startsWith("host:")) ? [] : ["Host: gateway"]),
    `Authorization: Bearer ${RUN_TOKEN}`,
    "Connection: close",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Checks that nothing was reserved and no provider was called. */
function expectNothingHappened(): void {
  expect(fixture.budget.reservations.size).toBe(0);
  expect(upstream.received).toEqual([]);
}

describe("a hostile request, before anything is reserved,", () => {
  it("is rejected if its prompt is 50 MB long, whether or not its length is declared", async () => {
    const declared = await raw(
      rawCall("/v1/chat/completions", [], JSON.stringify(ask("x".repeat(50 * MEGABYTE)))),
    );
    expect(declared).toContain("request_too_large");
    const pieces = Readable.from(
      (function* endless() {
        for (let sent = 0; sent < 50; sent++) yield "x".repeat(MEGABYTE);
      })(),
    );
    const streamed = request(`http://127.0.0.1:${fixture.port}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${RUN_TOKEN}` },
      body: pieces,
    }).then(
      async ({ body }) => parseErrorCode(await body.text()),
      () => "hung up",
    );
    expect(["request_too_large", "hung up"]).toContain(await streamed);
    expectNothingHappened();
  });

  it("is rejected if it has 1,000 tools", async () => {
    const tools = Array.from({ length: 1_000 }, (_, n) => ({
      type: "function",
      function: { name: `tool_${n}` },
    }));
    const answer = await fixture.post(ask("Hello?", { tools }));
    expect([answer.status, JSON.parse(answer.text).error.param]).toEqual([400, "tools"]);
    expectNothingHappened();
  });

  it.each([
    ["store", { store: true }],
    ["previous_response_id", { previous_response_id: "resp_1" }],
    ["service_tier", { service_tier: "priority" }],
    ["background", { background: true }],
    ["n", { n: 20 }],
    [
      "__proto__ of a tool",
      JSON.parse('{"tools":[{"type":"function","function":{"name":"x"},"__proto__":{"y":1}}]}'),
    ],
    ["hosted tools", { tools: [{ type: "web_search" }] }],
    [
      "a file's id",
      { messages: [{ role: "user", content: [{ type: "file", file: { file_id: "file-1" } }] }] },
    ],
  ])("is rejected if it asks for %s", async (_name, fields) => {
    const answer = await fixture.post(ask("Hello?", fields));
    expect(answer.status).toBe(400);
    expectNothingHappened();
  });

  it.each([
    ["no token", {}],
    ["a forged token", { authorization: `Bearer rt_${"A".repeat(32)}` }],
    ["another run's token", { authorization: "Bearer rt_of_another_run" }],
    ["its own token with a suffix", { authorization: `Bearer ${RUN_TOKEN}x` }],
    ["the operator's key", { authorization: `Bearer ${KEY}` }],
    ["two tokens in one header", { authorization: `Bearer x, Bearer ${RUN_TOKEN}` }],
    ["its own token as a cookie", { cookie: `authorization=Bearer ${RUN_TOKEN}` }],
  ])("is rejected if it has %s", async (_name, headers) => {
    const { statusCode, body } = await request(`http://127.0.0.1:${fixture.port}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(ask("Hello?")),
    });
    expect([statusCode, parseErrorCode(await body.text())]).toEqual([401, "invalid_api_key"]);
    expectNothingHappened();
  });

  it.each([
    "/v1/chat/completions/../../admin",
    "/v1/../v1/chat/completions",
    "/v1/%2e%2e/chat/completions",
    "//v1/chat/completions",
    "/v1/chat/completions/",
    "/V1/CHAT/COMPLETIONS",
    "/v1/files",
    "http://169.254.169.254/v1/chat/completions",
    "https://api.openai.com/v1/chat/completions",
  ])("is rejected if its path is %s", async (target) => {
    const answer = await raw(rawCall(target));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain("unknown_route");
    expectNothingHappened();
  });

  it.each([
    ["a lone CR", ["X-A: one\rX-B: two"]],
    ["a line feed in a name", ["X\n-A: one"]],
    ["a NUL character", ["X-A: o\u0000ne"]],
    ["two lengths", ["Content-Length: 3"]],
    ["a length and chunks", ["Transfer-Encoding: chunked"]],
    ["an unknown transfer coding", ["Transfer-Encoding: gzip"]],
    ["a value of 1 MB", [`X-A: ${"y".repeat(MEGABYTE)}`]],
  ])("is rejected if its headers contain %s", async (_name, headers) => {
    const answer = await raw(rawCall("/v1/chat/completions", headers));
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expectNothingHappened();
  });
});

describe("what an agent claims about itself", () => {
  it("is not passed on in its Host or other headers", async () => {
    const own = [
      "Host: evil.example",
      "X-Forwarded-For: 1.2.3.4",
      "OpenAI-Organization: org-other",
      "Cookie: a=b",
    ];
    expect(await raw(rawCall("/v1/chat/completions", own))).toMatch(/^HTTP\/1\.1 200 /);
    const [upstreamRequest] = upstream.received;
    expect(upstreamRequest?.headers).toEqual({
      host: new URL(upstream.baseUrl).host,
      connection: "keep-alive",
      "content-type": "application/json",
      "content-length": expect.any(String),
      authorization: `Bearer ${KEY}`,
    });
  });

  it("is not passed on in the query string", async () => {
    const answer = await fixture.post(ask("Hello?"), {}, "/v1/chat/completions?api-version=evil&key=x");
    expect(answer.status).toBe(200);
    expect(upstream.received[0]?.path).toBe("/v1/chat/completions");
  });
});

describe("an agent that uses too many resources", () => {
  it("can keep 128 of 200 connections open and make calls on them", async () => {
    const sockets = Array.from({ length: 200 }, () => connect(fixture.port, "127.0.0.1"));
    let open = sockets.length;
    for (const socket of sockets) {
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        open -= 1;
      });
    }
    await expect.poll(() => open).toBe(128);
    const working = sockets.find((socket) => !socket.destroyed);
    working?.write(rawCall("/v1/chat/completions"));
    expect(await text(working ?? Readable.from([]))).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of sockets) socket.destroy();
  });

  it("is disconnected while it sends its body byte by byte", async () => {
    const socket = connect(fixture.port, "127.0.0.1");
    socket.on("error", () => socket.destroy());
    const head = rawCall("/v1/chat/completions").split("\r\n\r\n")[0] ?? "";
    socket.write(`${head}\r\n\r\n{`);
    const drip = setInterval(() => socket.write(" "), 50);
    const answer = await text(socket);
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expectNothingHappened();
  });

  it("gets an answer to only one of twenty parallel calls if its budget allows one", async () => {
    await fixture.close();
    await start(new CountingBudget(10));
    const calls = Array.from({ length: 20 }, () => fixture.post(ask("Hello?", { max_tokens: 10 })));
    const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(402)]);
    expect(upstream.received).toHaveLength(1);
    expect(fixture.budget.mostSeen).toBeLessThanOrEqual(10);
  });
});

it("an agent can make more calls while the rows of 100 answered calls are being written", async () => {
  await fixture.close();
  let writeAll: () => void = () => {};
  const written = new Promise<void>((resolve) => {
    writeAll = resolve;
  });
  class SlowBudget extends CountingBudget {
    override async record(...call: Parameters<CountingBudget["record"]>): Promise<void> {
      await written;
      return super.record(...call);
    }
  }
  await start(new SlowBudget());
  for (let count = 0; count < 100; count++) {
    const { status } = await fixture.post(ask("Hello?", { max_tokens: 10 }));
    expect(status).toBe(200);
  }
  writeAll();
  await expect.poll(() => fixture.budget.records.length).toBe(100);
});
