import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CountingBudget } from "../testing/counting-budget.ts";
import { ask, type GatewayFixture, startGateway } from "../testing/gateway-fixture.ts";
import {
  chunk,
  DONE,
  openAiUsage,
  type ScriptedUpstream,
  startEvents,
  startScriptedUpstream,
  usageChunk,
} from "../testing/scripted-upstream.ts";

let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

/** How long a test waits for something that should happen immediately. */
const PATIENCE_MS = 10_000;

async function start(budget = new CountingBudget(), drainMs = PATIENCE_MS): Promise<void> {
  fixture = await startGateway({
    env: { OPENAI_API_KEY: "sk-key", OPENAI_BASE_URL: upstream.baseUrl },
    budget,
    timeouts: { firstByteMs: 1_000, idleMs: 1_000, drainMs, stallMs: 1_000 },
  });
}

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  await start();
});
afterEach(async () => {
  await fixture.close();
  await upstream.close();
});

const streaming = { stream: true };
const opening = chunk({ role: "assistant", content: "" });
const text = opening + chunk({ content: "Grüße " }) + chunk({ content: "aus 東京" }) + chunk({}, "stop");
const usage = usageChunk(openAiUsage(12, 7));

function answerWith(body: string): void {
  upstream.answer((_request, response) => {
    startEvents(response);
    response.end(body);
  });
}

/** Sends bytes in chunks of the given size, each in a separate packet. */
async function sendSplit(response: ServerResponse, body: string, size: number): Promise<void> {
  startEvents(response);
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

/** Opens a stream on a new connection, and resolves after its first bytes. */
async function openStream(body: object): Promise<Socket> {
  const json = JSON.stringify(body);
  const socket = connect(fixture.port, "127.0.0.1");
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer run-token-of-this-run\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
  await new Promise((resolve) => socket.once("data", resolve));
  return socket;
}

describe("a streamed answer", () => {
  it("is passed on byte by byte, without usage unless the client requested it", async () => {
    answerWith(text + usage + DONE);
    const answer = await fixture.post(ask("Hello", streaming));
    expect(answer.headers["content-type"]).toContain("text/event-stream");
    expect(answer.text).toBe(text + DONE);
    expect(upstream.received[0]?.body.stream_options).toEqual({ include_usage: true });
    expect(fixture.budget.lastCall).toMatchObject({
      promptTokens: 12,
      completionTokens: 7,
      countedBy: "provider",
    });
  });

  it("contains the provider's usage if the client requested it", async () => {
    answerWith(text + usage + DONE);
    const answer = await fixture.post(
      ask("Hello", { ...streaming, stream_options: { include_usage: true } }),
    );
    expect(answer.text).toBe(text + usage + DONE);
  });

  it.each([1, 2, 3, 7, 64])(
    "is passed on and metered identically if it arrives in chunks of size %i",
    async (size) => {
      upstream.answer((_request, response) => sendSplit(response, text + usage + DONE, size));
      expect((await fixture.post(ask("Hello", streaming))).text).toBe(text + DONE);
      expect(fixture.budget.lastCall).toMatchObject({ completionTokens: 7, outcome: "completed" });
    },
  );

  it("is passed on with its CRLF, comments and fields other than data", async () => {
    const body = `: keep-alive\n\n${text}event: message\nid: 4\n${chunk({ content: "!" })}${usage}${DONE}`;
    answerWith(body.replaceAll("\n", "\r\n"));
    const answer = await fixture.post(ask("Hello", streaming));
    expect(answer.text).toBe(body.replace(usage, "").replaceAll("\n", "\r\n"));
  });

  it("is counted by the gateway if the provider does not report usage", async () => {
    answerWith(opening + chunk({ content: "one two" }) + chunk({ content: " three four" }, "stop") + DONE);
    await fixture.post(ask("Hello", streaming));
    expect(fixture.budget.lastCall).toMatchObject({
      completionTokens: 4,
      countedBy: "gateway",
      outcome: "completed",
    });
  });

  it("is complete even if it is far larger than the connections' buffers", async () => {
    const body = text + `: ${"comment ".repeat(8_000)}\n\n`.repeat(400) + DONE;
    answerWith(body);
    expect((await fixture.post(ask("Hello", streaming))).text === body).toBe(true);
  });

  it("gets a [DONE] if the provider omits it", async () => {
    answerWith(text);
    expect((await fixture.post(ask("Hello", streaming))).text).toBe(text + DONE);
  });

  it("ends with finish_reason length and usage if the provider exceeds the granted tokens", async () => {
    await fixture.close();
    await start(new CountingBudget(10));
    let hungUp: Promise<void> | undefined;
    upstream.answer((_request, response) => {
      startEvents(response);
      hungUp = new Promise((resolve) => response.once("close", resolve));
      const babble = setInterval(() => response.write(chunk({ content: " word" })), 1);
      response.once("close", () => clearInterval(babble));
    });
    const answer = await fixture.post(
      ask("Go on", { ...streaming, stream_options: { include_usage: true } }),
    );
    await hungUp;
    const events = answer.text.split("\n\n").filter((line) => line !== "");
    expect(events.filter((line) => line.includes(" word"))).toHaveLength(10);
    expect(JSON.parse(events.at(-3)?.slice(6) ?? "")).toMatchObject({
      id: "chatcmpl-up",
      model: "gpt-4o-mini-2024-07-18",
      choices: [{ index: 0, delta: {}, finish_reason: "length" }],
    });
    expect(JSON.parse(events.at(-2)?.slice(6) ?? "").usage.completion_tokens).toBe(10);
    expect(events.at(-1)).toBe("data: [DONE]");
    expect(fixture.budget.lastCall).toMatchObject({
      outcome: "cut",
      completionTokens: 10,
      countedBy: "gateway",
    });
  });

  it("is metered including its tool calls", async () => {
    const called = { tool_calls: [{ index: 0, function: { name: "search", arguments: '{"q":"weather"}' } }] };
    answerWith(opening + chunk(called) + chunk({}, "tool_calls") + DONE);
    await fixture.post(ask("Hello", streaming));
    expect(fixture.budget.lastCall.completionTokens).toBeGreaterThan(4);
  });
});

describe("a chunk that exceeds the granted tokens", () => {
  it("is passed on up to the granted tokens", async () => {
    answerWith(opening + chunk({ content: `one two three${" four".repeat(100)}` }) + DONE);
    const answer = await fixture.post(ask("Hello", { ...streaming, max_tokens: 5 }));
    const [, piece] = answer.text.split("\n\n");
    expect(JSON.parse(piece?.slice(6) ?? "").choices[0].delta).toEqual({
      content: "one two three four four",
    });
    expect(fixture.budget.lastCall).toMatchObject({ completionTokens: 5, outcome: "completed" });
  });
});

describe("a stream that fails", () => {
  it("returns an error before its first byte", async () => {
    upstream.answer((_request, response) => void response.writeHead(500).end("no"));
    expect((await fixture.post(ask("Hello", streaming))).status).toBe(502);
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", completionTokens: 0 });
    expect(fixture.budget.records).toHaveLength(1);
  });

  it("ends with an error event and without [DONE] after its first byte, and is metered", async () => {
    upstream.answer((_request, response) => {
      startEvents(response);
      response.write(opening + chunk({ content: "one two three" }), () => response.destroy());
    });
    const answer = await fixture.post(ask("Hello", streaming));
    expect(answer.text).toContain("one two three");
    expect(answer.text).toContain('"code":"provider_unreachable"');
    expect(answer.text).not.toContain("[DONE]");
    expect(fixture.budget.lastCall).toMatchObject({
      outcome: "error",
      completionTokens: 3,
      countedBy: "gateway",
    });
  });

  it.each([
    [
      "reports an error",
      `data: ${JSON.stringify({ error: { message: "overloaded sk-abcdefgh" } })}\n\n`,
      "provider_failed",
    ],
    ["is not JSON", "data: {oops\n\n", "provider_unreadable"],
    ["has an endless event", `data: ${"x".repeat(1_200_000)}`, "provider_unreadable"],
    ["ends early", "", "provider_unreadable"],
  ])("ends with an error event if it %s", async (_case, tail, code) => {
    answerWith(opening + chunk({ content: "Hi" }) + tail);
    const answer = await fixture.post(ask("Hello", streaming));
    expect(answer.text).toContain(`"code":"${code}"`);
    expect(answer.text).not.toContain("sk-");
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", errorCode: code });
  });

  it("ends with provider_timeout if the provider stops sending", async () => {
    upstream.answer((_request, response) => {
      startEvents(response);
      response.write(opening + chunk({ content: "Hi" }));
    });
    const answer = await fixture.post(ask("Hello", streaming));
    expect(answer.text).toContain('"code":"provider_timeout"');
  });

  it("returns 502 if the provider sends a JSON document instead of a stream", async () => {
    upstream.answer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    expect((await fixture.post(ask("Hello", streaming))).status).toBe(502);
  });
});

describe("a client that disconnects", () => {
  it("is charged by the provider's count if the stream ends soon after", async () => {
    const started = new Promise<ServerResponse>((resolve) => {
      upstream.answer((_request, response) => {
        startEvents(response);
        response.write(opening + chunk({ content: "one two" }));
        resolve(response);
      });
    });
    const socket = await openStream(ask("Hello", streaming));
    const response = await started;
    const gone = new Promise((resolve) => socket.once("close", resolve));
    socket.destroy();
    await gone;
    await fixture.get("/v1/models");
    response.end(chunk({}, "stop") + usageChunk(openAiUsage(12, 90)) + DONE);
    await fixture.gateway.close(5_000);
    expect(fixture.budget.lastCall).toMatchObject({
      outcome: "client_gone",
      completionTokens: 90,
      countedBy: "provider",
    });
  });

  it("is charged for the text written so far if the stream continues, and the provider is disconnected", async () => {
    await fixture.close();
    await start(new CountingBudget(), 50);
    const hungUp = new Promise<void>((resolve) => {
      upstream.answer((_request, response) => {
        startEvents(response);
        response.write(opening + chunk({ content: "one two three" }));
        response.once("close", resolve);
      });
    });
    const socket = await openStream(ask("Hello", streaming));
    socket.destroy();
    await hungUp;
    await fixture.gateway.close(5_000);
    expect(fixture.budget.lastCall).toMatchObject({
      outcome: "client_gone",
      completionTokens: 3,
      countedBy: "gateway",
    });
  });

  it("counts as disconnected if it reads nothing for too long", async () => {
    const piece = `: ${"comment ".repeat(8_000)}\n\n`;
    upstream.answer((_request, response) => {
      startEvents(response);
      response.write(opening);
      response.end(piece.repeat(400));
    });
    const socket = await openStream(ask("Hello", streaming));
    socket.pause();
    const gone = new Promise((resolve) => socket.once("close", resolve));
    await expect.poll(() => fixture.budget.records.length, { timeout: 5_000 }).toBe(1);
    expect(fixture.budget.lastCall.outcome).toBe("client_gone");
    socket.resume();
    await gone;
  });
});

describe("a budget with twenty parallel calls", () => {
  it("is never exceeded, and each reservation is recorded once", async () => {
    await fixture.close();
    await start(new CountingBudget(500));
    upstream.answer((request, response) => {
      if (Math.random() < 0.2) return void response.destroy();
      const granted = Number(request.body.max_tokens);
      startEvents(response);
      response.end(opening + chunk({ content: " word".repeat(granted + 5) }) + chunk({}, "stop") + DONE);
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fixture.post(ask("Go on", { ...streaming, max_tokens: 60 }))),
    );
    const { budget } = fixture;
    expect(budget.mostSeen).toBeLessThanOrEqual(500);
    expect(budget.openReservations).toBe(0);
    const recorded = budget.records.map(({ reservationId }) => reservationId).sort();
    expect(recorded).toEqual([...budget.reservations.keys()].sort());
    expect(answers.filter(({ status }) => status === 402).length).toBeGreaterThan(0);
  });
});
