import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";
import {
  head,
  type Misdeed,
  type RawUpstream,
  startRawUpstream,
  writeForever,
} from "./testing/raw-upstream.ts";
import { chunk, completion, DONE, openAiUsage } from "./testing/scripted-upstream.ts";

const KEY = "sk-operators-own-key-4711";
const JSON_TYPE = { "content-type": "application/json" };
const EVENTS = { "content-type": "text/event-stream" };
const ANSWER = completion("Hello there", openAiUsage(10, 3));

let upstream: RawUpstream;
let fixture: GatewayFixture;

beforeEach(async () => {
  upstream = await startRawUpstream();
  fixture = await startGateway({
    env: { OPENAI_BASE_URL: upstream.baseUrl, OPENAI_API_KEY: KEY },
    timeouts: { firstByteMs: 300, idleMs: 300 },
  });
});

/** Checks the rules for every provider: each call is recorded once, and the provider's key never leaks. */
afterEach(async () => {
  await expect.poll(() => fixture.budget.openReservations).toBe(0);
  expect(fixture.budget.records.length).toBe(fixture.budget.reservations.size);
  expect(fixture.readWholeLog()).not.toContain(KEY);
  await fixture.close();
  await upstream.close();
});

async function callMisbehaving(misdeed: Misdeed, fields: object = {}) {
  upstream.does(misdeed);
  const answer = await fixture.post(ask("Hello?", { max_tokens: 100, ...fields }));
  expect(answer.text).not.toContain(KEY);
  await expect.poll(() => fixture.budget.records.length).toBe(1);
  return answer;
}

const parseErrorCode = (text: string) => JSON.parse(text).error.code;
const sends =
  (...parts: (string | Buffer)[]): Misdeed =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
const sendsAndEnds =
  (...parts: (string | Buffer)[]): Misdeed =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

describe("an invalid HTTP response from a provider", () => {
  it.each<[string, Misdeed, number, string]>([
    ["that never begins", () => {}, 504, "provider_timeout"],
    ["whose head never ends", sends("HTTP/1.1 200 OK\r\nx: y\r\n"), 504, "provider_timeout"],
    [
      "with headers of 10 MB",
      (socket) => writeForever(socket, `HTTP/1.1 200 OK\r\nx: ${"y".repeat(10 * 1024 * 1024)}`),
      502,
      "provider_unreachable",
    ],
    ["that is not HTTP", sendsAndEnds(`SSH-2.0-OpenSSH_9.6 ${KEY}\r\n`), 502, "provider_unreachable"],
    [
      "with two content lengths",
      sendsAndEnds("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 900\r\n\r\n", ANSWER),
      502,
      "provider_unreachable",
    ],
    [
      "that redirects to another URL",
      sendsAndEnds(head({ location: "http://169.254.169.254/", "content-length": 0 }, "302 Found")),
      502,
      "provider_failed",
    ],
  ])("causes an error and records no tokens if it is a response %s", async (_name, misdeed, status, code) => {
    const answer = await callMisbehaving(misdeed);
    expect([answer.status, parseErrorCode(answer.text)]).toEqual([status, code]);
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", errorCode: code });
  });
});

describe("an invalid document from a provider", () => {
  it.each<[string, Misdeed]>([
    ["that is shorter than declared", sendsAndEnds(head({ ...JSON_TYPE, "content-length": 9_000 }), ANSWER)],
    ["that is longer than declared", sendsAndEnds(head({ ...JSON_TYPE, "content-length": 20 }), ANSWER)],
    ["that stops in the middle", sends(head({ ...JSON_TYPE, "content-length": 9_000 }), ANSWER.slice(0, 60))],
    [
      "that is an HTML page",
      sendsAndEnds(head({ "content-type": "text/html", "content-length": 13 }), "<h1>Hi</h1>\r\n"),
    ],
    [
      "that is compressed although the request did not ask for it",
      sendsAndEnds(
        head({ ...JSON_TYPE, "content-encoding": "gzip", connection: "close" }),
        gzipSync(Buffer.alloc(64 * 1024 * 1024, 32)),
      ),
    ],
    [
      "that never ends",
      (socket) => {
        socket.write(head({ ...JSON_TYPE, connection: "close" }));
        writeForever(socket, Buffer.alloc(256 * 1024, 32));
      },
    ],
  ])("causes an error if it is a document %s", async (_name, misdeed) => {
    const answer = await callMisbehaving(misdeed);
    expect([502, 504]).toContain(answer.status);
    expect(parseErrorCode(answer.text)).toMatch(/^provider_(unreadable|unreachable|timeout)$/);
    expect(fixture.budget.lastCall.outcome).toBe("error");
  });
});

describe("a provider's stream", () => {
  const stream = { stream: true };

  it.each<[string, Misdeed]>([
    [
      "half a frame",
      sendsAndEnds(
        head({ ...EVENTS, connection: "close" }),
        chunk({ content: "Hello" }),
        'data: {"id":"x","choi',
      ),
    ],
    ["silence in the middle", sends(head({ ...EVENTS, connection: "close" }), chunk({ content: "Hello" }))],
    [
      "a frame of 100 MB",
      (socket) => {
        socket.write(head({ ...EVENTS, connection: "close" }) + chunk({ content: "Hello" }));
        socket.write('data: {"choices":[{"delta":{"content":"');
        writeForever(socket, "x".repeat(1024 * 1024));
      },
    ],
    [
      "a frame that is not JSON",
      sendsAndEnds(head({ ...EVENTS, connection: "close" }), chunk({ content: "Hello" }), "data: <html>\n\n"),
    ],
  ])(
    "ends with an error event and is charged for the text written so far if it contains %s",
    async (_name, misdeed) => {
      const answer = await callMisbehaving(misdeed, stream);
      expect(answer.text).toContain('"content":"Hello"');
      const last = answer.text.trimEnd().split("\n\n").at(-1) ?? "";
      expect(parseErrorCode(last.replace("data: ", ""))).toMatch(/^provider_/);
      expect(answer.text).not.toContain("[DONE]");
      expect(fixture.budget.lastCall).toMatchObject({
        outcome: "error",
        countedBy: "gateway",
        completionTokens: 1,
      });
    },
  );

  it("causes an error if it is an HTML page", async () => {
    const answer = await callMisbehaving(
      sendsAndEnds(head({ "content-type": "text/html", connection: "close" }), "<h1>Hi</h1>"),
      stream,
    );
    expect([answer.status, parseErrorCode(answer.text)]).toEqual([502, "provider_unreadable"]);
  });

  it("is cut at the granted tokens if it has no end, and the provider is disconnected", async () => {
    let isOpen = true;
    const answer = await callMisbehaving((socket) => {
      socket.once("close", () => {
        isOpen = false;
      });
      socket.write(head({ ...EVENTS, connection: "close" }));
      writeForever(socket, chunk({ content: " more" }));
    }, stream);
    expect(answer.text).toContain('"finish_reason":"length"');
    expect(answer.text.endsWith(DONE)).toBe(true);
    expect(fixture.budget.lastCall.completionTokens).toBeLessThanOrEqual(100);
    await expect.poll(() => isOpen).toBe(false);
  });
});

describe("a provider's usage", () => {
  it.each([
    ["negative", { prompt_tokens: -5, completion_tokens: -1_000 }],
    ["huge", { prompt_tokens: 1e15, completion_tokens: 3 }],
    ["a text", { prompt_tokens: "10", completion_tokens: "3" }],
    ["broken", { prompt_tokens: 1.5, completion_tokens: Number.NaN }],
  ])("is ignored if it is %s, and the gateway counts instead", async (_name, usage) => {
    const body = completion("Hello there", usage);
    const answer = await callMisbehaving(
      sendsAndEnds(head({ ...JSON_TYPE, "content-length": Buffer.byteLength(body) }), body),
    );
    expect(answer.status).toBe(200);
    const { promptTokens, completionTokens, countedBy } = fixture.budget.lastCall;
    expect([countedBy, completionTokens]).toEqual(["gateway", 2]);
    expect(promptTokens).toBeGreaterThan(0);
    expect(promptTokens).toBeLessThan(50);
  });
});

it("the operator's key does not reach the agent or the log if the provider echoes it", async () => {
  const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}`, code: "x" } });
  for (const status of ["401 Unauthorized", "400 Bad Request", "500 Oops"]) {
    upstream.does(sendsAndEnds(head({ ...JSON_TYPE, "content-length": body.length }, status), body));
    const answer = await fixture.post(ask("Hello?"));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain(KEY);
  }
  upstream.does(sendsAndEnds(head({ ...EVENTS, connection: "close" }), `data: ${body}\n\n`));
  expect((await fixture.post(ask("Hello?", { stream: true }))).text).not.toContain(KEY);
});
