import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, type GatewayFixture, startGateway } from "../testing/gateway-fixture.ts";
import {
  completion,
  openAiUsage,
  type ScriptedUpstream,
  startScriptedUpstream,
} from "../testing/scripted-upstream.ts";

const KEY = "sk-the-operators-own-key";
let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  fixture = await startGateway({
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: upstream.baseUrl },
    timeouts: { firstByteMs: 1_000, idleMs: 1_000 },
  });
});
afterEach(async () => {
  await fixture.close();
  await upstream.close();
});

function answerWith(status: number, body: string, headers: Record<string, string> = {}): void {
  upstream.answer((_request, response) => void response.writeHead(status, headers).end(body));
}

function parseErrorCode(text: string): string {
  return JSON.parse(text).error.code;
}

describe("a JSON answer", () => {
  it("is returned unchanged, metered by the provider's count", async () => {
    const body = completion("Paris.", openAiUsage(1_000, 500, 400));
    answerWith(200, body, { "x-openai-organization": "org-secret" });
    const answer = await fixture.post(ask("What is the capital of France?"));
    expect(answer.text).toBe(body);
    expect(JSON.stringify(answer.headers)).not.toContain("secret");
    expect(fixture.budget.lastCall).toMatchObject({
      modelRequested: "gpt-4o-mini",
      modelAnswered: "gpt-4o-mini-2024-07-18",
      promptTokens: 1_000,
      cachedPromptTokens: 400,
      completionTokens: 500,
      countedBy: "provider",
      outcome: "completed",
      costNano: 600n * 150n + 400n * 75n + 500n * 600n,
    });
  });

  it("is requested with the operator's key and the granted limit, and without fields that are only for the gateway", async () => {
    answerWith(200, completion("Yes.", openAiUsage(1, 1)));
    await fixture.post(ask("Well?", { max_tokens: 50, metadata: { a: "b" }, stream_options: {}, seed: 7 }));
    const [sent] = upstream.received;
    expect(sent?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(sent?.body).toEqual({
      model: "gpt-4o-mini",
      messages: [{ role: "user", content: "Well?" }],
      seed: 7,
      max_tokens: 50,
    });
  });

  it("is counted by the gateway if the provider does not report usage", async () => {
    answerWith(200, completion("one two three four", undefined));
    await fixture.post(ask("Count."));
    expect(fixture.budget.lastCall).toMatchObject({
      countedBy: "gateway",
      completionTokens: 4,
      promptTokens: 9,
    });
  });

  it("is cut with finish_reason length if the budget grants less than requested", async () => {
    await fixture.close();
    const { CountingBudget } = await import("../testing/counting-budget.ts");
    fixture = await startGateway({
      env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: upstream.baseUrl },
      budget: new CountingBudget(30),
    });
    answerWith(200, completion("A long answer", openAiUsage(9, 30), "length"));
    await fixture.post(ask("Tell me.", { max_completion_tokens: 200 }));
    expect(upstream.received[0]?.body.max_completion_tokens).toBe(30);
    expect(fixture.budget.lastCall.outcome).toBe("cut");
    const refused = await fixture.post(ask("And more?"));
    expect(refused.status).toBe(402);
    expect(refused.headers["x-should-retry"]).toBe("false");
    expect(parseErrorCode(refused.text)).toBe("insufficient_credits");
    expect(upstream.received).toHaveLength(1);
  });

  it("is recorded even if its client disconnected", async () => {
    const { connect } = await import("node:net");
    const body = JSON.stringify(ask("Hello"));
    const arrival = new Promise<() => void>((resolve) => {
      upstream.answer((_request, response) =>
        resolve(() => response.end(completion("Hi.", openAiUsage(8, 2)))),
      );
    });
    const socket = connect(fixture.port, "127.0.0.1");
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer run-token-of-this-run\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const answerNow = await arrival;
    const gone = new Promise((resolve) => socket.once("close", resolve));
    socket.destroy();
    await gone;
    await fixture.get("/v1/models");
    answerNow();
    await fixture.gateway.close(5_000);
    expect(fixture.budget.lastCall).toMatchObject({
      outcome: "client_gone",
      promptTokens: 8,
      completionTokens: 2,
    });
  });
});

describe("an incomplete JSON answer", () => {
  const partly = completion("one two three four", openAiUsage(8, 4)).split(',"refusal"')[0] ?? "";

  it.each([
    ["it does not begin in time", () => undefined, 0],
    ["the connection breaks before it begins", (response: ServerResponse) => void response.destroy(), 0],
    [
      "its end is missing",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-length": "10000" });
        response.write(partly, () => response.destroy());
      },
      4,
    ],
    ["it does not end in time", (response: ServerResponse) => void response.writeHead(200).write(partly), 4],
    ["it is not readable", (response: ServerResponse) => void response.end(partly), 4],
  ])("is metered by its prompt and the received text if %s", async (_case, script, arrived) => {
    upstream.answer((_request, response) => script(response));
    expect((await fixture.post(ask("Hello"))).status).toBeGreaterThanOrEqual(500);
    expect(fixture.budget.lastCall).toMatchObject({
      outcome: "error",
      promptTokens: 8,
      completionTokens: arrived,
      countedBy: "gateway",
      costNano: 8n * 150n + BigInt(arrived) * 600n,
    });
  });

  it("costs nothing if the connection failed", async () => {
    await upstream.close();
    expect((await fixture.post(ask("Hello"))).status).toBe(502);
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", promptTokens: 0, costNano: 0n });
    upstream = await startScriptedUpstream();
  });
});

describe("a provider's failure", () => {
  it.each([401, 403])(
    "names the operator's key as the cause for status %i, and does not show it",
    async (status) => {
      answerWith(
        status,
        JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}`, code: "invalid_api_key" } }),
      );
      const answer = await fixture.post(ask("Hello"));
      expect(answer.status).toBe(502);
      expect(parseErrorCode(answer.text)).toBe("provider_refused_key");
      expect(answer.text).not.toContain("sk-");
      expect(fixture.budget.lastCall).toMatchObject({
        outcome: "error",
        errorCode: "provider_refused_key",
        costNano: 0n,
      });
    },
  );

  it("is passed on without the operator's data if the request caused it", async () => {
    const message = `Bad value (key ${KEY}, organization org-Abc123xyz)`;
    answerWith(400, JSON.stringify({ error: { message, code: "bad_value", param: "logit_bias" } }));
    const answer = await fixture.post(ask("Hello"));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).error).toEqual({
      message: "The provider rejected the request: Bad value (key [removed], organization [removed])",
      type: "invalid_request_error",
      param: "logit_bias",
      code: "bad_value",
    });
  });

  it("passes on Retry-After if the provider limits calls", async () => {
    answerWith(429, "{}", { "retry-after": "7", "x-ratelimit-limit-requests": "60" });
    const answer = await fixture.post(ask("Hello"));
    expect(answer.status).toBe(429);
    expect(answer.headers["retry-after"]).toBe("7");
    expect(answer.headers["x-ratelimit-limit-requests"]).toBeUndefined();
  });

  it("passes on Retry-After, including as a date, if the provider is unavailable", async () => {
    const soon = new Date(Date.now() + 30_000).toUTCString();
    answerWith(503, "{}", { "retry-after": soon });
    const seconds = Number((await fixture.post(ask("Hello"))).headers["retry-after"]);
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThanOrEqual(30);
    answerWith(503, "{}", { "retry-after": "never" });
    expect((await fixture.post(ask("Hello"))).headers["retry-after"]).toBeUndefined();
  });

  it.each([
    [500, "oops", 502, "provider_failed"],
    [404, "<html>", 502, "provider_failed"],
    [302, "", 502, "provider_failed"],
    [
      429,
      JSON.stringify({ error: { message: "", code: "insufficient_quota" } }),
      502,
      "provider_quota_exhausted",
    ],
    [200, "<html>", 502, "provider_unreadable"],
    [200, "x".repeat(17 * 1024 * 1024), 502, "provider_unreadable"],
    [500, "x".repeat(1024 * 1024), 502, "provider_failed"],
  ])("is converted to the gateway's error for status %i", async (status, body, ours, code) => {
    answerWith(status, body);
    const answer = await fixture.post(ask("Hello"));
    expect([answer.status, parseErrorCode(answer.text)]).toEqual([ours, code]);
    expect(fixture.budget.records).toHaveLength(1);
  });

  it("becomes a 504 after a timeout", async () => {
    upstream.answer(() => undefined);
    const answer = await fixture.post(ask("Hello"));
    expect([answer.status, parseErrorCode(answer.text)]).toEqual([504, "provider_timeout"]);
    expect(upstream.received).toHaveLength(1);
  });

  it("is retried once before the first byte if the connection failed", async () => {
    let attempts = 0;
    upstream.answer((_request, response) => {
      attempts += 1;
      if (attempts === 1) response.destroy();
      else response.end(completion("Hi.", openAiUsage(8, 2)));
    });
    expect((await fixture.post(ask("Hello"))).status).toBe(200);
    expect(attempts).toBe(2);
  });

  it("returns 502 if the only retry fails to connect too", async () => {
    upstream.answer((_request, response) => void response.destroy());
    const answer = await fixture.post(ask("Hello"));
    expect([answer.status, parseErrorCode(answer.text)]).toEqual([502, "provider_unreachable"]);
    expect(upstream.received).toHaveLength(2);
  });

  it("is not retried if the connection failed in the middle of an answer", async () => {
    upstream.answer((_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("{", () => response.destroy());
    });
    expect((await fixture.post(ask("Hello"))).status).toBe(502);
    expect(upstream.received).toHaveLength(1);
  });
});

describe("a run with very many calls", () => {
  it("can have 64 calls in flight, and the next call returns 429", async () => {
    const waiting: (() => void)[] = [];
    upstream.answer((_request, response) => {
      waiting.push(() => response.end(completion("Hi.", openAiUsage(8, 2))));
    });
    const calls = Array.from({ length: 64 }, () => fixture.post(ask("Hello")));
    await expect.poll(() => waiting.length).toBe(64);
    const refused = await fixture.post(ask("Hello"));
    expect([refused.status, parseErrorCode(refused.text)]).toEqual([429, "too_many_parallel_calls"]);
    for (const answerNow of waiting) answerNow();
    expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true);
    upstream.answer((_request, response) => void response.end(completion("Hi.", openAiUsage(8, 2))));
    expect((await fixture.post(ask("Hello"))).status).toBe(200);
  });
});

describe("the record of a call", () => {
  it("is written again after the budget failed to write it", async () => {
    fixture.budget.failuresToCome = 2;
    answerWith(200, completion("Hi.", openAiUsage(8, 2)));
    await fixture.post(ask("Hello"));
    await fixture.gateway.close(5_000);
    expect(fixture.budget.records).toHaveLength(1);
    expect(fixture.logged.filter((message) => message.includes("retrying"))).toHaveLength(2);
  });

  it("is written for a call that a shutdown ended", async () => {
    const arrival = new Promise<void>((resolve) => upstream.answer(() => resolve()));
    const pending = fixture.post(ask("Hello")).catch(() => "broken off");
    await arrival;
    await fixture.gateway.close(10);
    expect(fixture.budget.lastCall.outcome).toBe("error");
    expect(fixture.budget.openReservations).toBe(0);
    await pending;
  });
});
