import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseModelsFile } from "./settings/models-file.ts";
import { ask, type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";
import { buildAnthropicMessage, buildAnthropicUsage } from "./testing/scripted-anthropic.ts";
import {
  chunk,
  completion,
  DONE,
  openAiUsage,
  type ScriptedUpstream,
  startEvents,
  startScriptedUpstream,
  usageChunk,
} from "./testing/scripted-upstream.ts";

/** In US dollars per 1M prompt and completion tokens, `first` costs 1 and 2, and `second` costs 10 and 20. */
const MODELS = {
  first: { provider: "one", rates: { prompt: 1, completion: 2 }, fallbacks: ["second"] },
  second: { provider: "two", upstream: "two-large", rates: { prompt: 10, completion: 20 } },
};
let one: ScriptedUpstream;
let two: ScriptedUpstream;
let fixture: GatewayFixture;

const fileWith = (models: object, settings: object = {}) =>
  parseModelsFile(
    JSON.stringify({
      providers: {
        one: { kind: "openai", base_url: one.baseUrl, ...settings },
        two: { kind: "openai", base_url: two.baseUrl, api_key: { env: "KEY" } },
        claude: { kind: "anthropic", base_url: two.baseUrl, api_key: { env: "KEY" } },
      },
      models,
    }),
    { KEY: "sk-two" },
  );

async function start(models: object = MODELS, settings: object = {}): Promise<void> {
  /** No test takes this long. A provider may set a shorter limit. */
  const timeouts = { firstByteMs: 60_000, idleMs: 500 };
  fixture = await startGateway({ config: fileWith(models, settings), timeouts });
}

beforeEach(async () => {
  one = await startScriptedUpstream();
  two = await startScriptedUpstream();
  two.answer((request, response) => {
    const isStream = request.body.stream === true;
    if (isStream) startEvents(response);
    response.end(
      isStream
        ? chunk({ content: "Two." }, "stop") + usageChunk(openAiUsage(8, 3)) + DONE
        : completion("Two.", openAiUsage(8, 3)),
    );
  });
});
afterEach(async () => {
  await fixture.close();
  await one.close();
  await two.close();
});

const oneAnswers = (status: number, body = "{}", headers = {}) =>
  one.answer((_request, response) => void response.writeHead(status, headers).end(body));

const FIRST = { model: "first", max_tokens: 100 };

describe("a model with a fallback", () => {
  it.each([
    ["limits calls", () => oneAnswers(429)],
    ["fails", () => oneAnswers(503)],
    ["has no credit left", () => oneAnswers(429, '{"error":{"message":"","code":"insufficient_quota"}}')],
    ["closes the connection", () => one.answer((_request, response) => void response.destroy())],
  ])("uses the fallback if its provider %s, with and without streaming", async (_case, script) => {
    await start();
    script();
    for (const stream of [false, true]) {
      const answer = await fixture.post(ask("Hello", { ...FIRST, stream }));
      expect(answer.status).toBe(200);
      expect(answer.text).toContain("Two.");
      expect(fixture.budget.lastCall).toMatchObject({
        provider: "two",
        modelRequested: "first",
        outcome: "completed",
      });
    }
    expect(two.received[0]?.body.model).toBe("two-large");
    expect(two.received[0]?.headers.authorization).toBe("Bearer sk-two");
    expect(fixture.budget.records).toHaveLength(2);
    expect(fixture.logged.filter((message) => message.includes("trying the next one"))).toHaveLength(2);
  });

  it("costs what the answering model costs, and reserves enough for the most expensive one", async () => {
    await start();
    oneAnswers(500);
    await fixture.post(ask("Hello", FIRST));
    expect([...fixture.budget.reservations.values()]).toEqual([
      { promptTokens: 8, completionTokens: 100, costNano: 8n * 10_000n + 100n * 20_000n },
    ]);
    expect(fixture.budget.lastCall.costNano).toBe(8n * 10_000n + 3n * 20_000n);
  });

  it("requests the same maximum length as a model without a fallback, and so does the fallback", async () => {
    const second = { ...MODELS.second, reasoning: true };
    await start({ ...MODELS, second });
    oneAnswers(500);
    await fixture.post(ask("Hello", { model: "first" }));
    expect(one.received[0]?.body.max_tokens).toBe(4_096);
    expect(two.received[0]?.body.max_tokens).toBe(16_384);
  });

  it("charges for the prompt if the provider may have read it before it stopped responding", async () => {
    await start(MODELS, { timeouts: { first_byte_seconds: 0.2 } });
    one.answer(() => undefined);
    const answer = await fixture.post(ask("Hello", FIRST));
    expect(answer.text).toContain("Two.");
    expect(fixture.budget.lastCall).toMatchObject({
      promptTokens: 16,
      completionTokens: 3,
      countedBy: "gateway",
      costNano: 8n * 1_000n + 8n * 10_000n + 3n * 20_000n,
    });
  });

  it("can fall back to a model with a different API", async () => {
    await start({
      first: { ...MODELS.first, fallbacks: ["claude-sonnet-4-5"] },
      "claude-sonnet-4-5": { provider: "claude" },
    });
    oneAnswers(429);
    const message = buildAnthropicMessage(
      [{ type: "text", text: "From Claude." }],
      buildAnthropicUsage(9, 4),
    );
    two.answer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(message);
    });
    expect((await fixture.post(ask("Hello", FIRST))).text).toContain("From Claude.");
    expect(fixture.budget.lastCall).toMatchObject({
      provider: "claude",
      promptTokens: 9,
      completionTokens: 4,
    });
  });

  it("uses the fallback if a stream is interrupted before its first chunk, but not afterward", async () => {
    await start();
    one.answer((_request, response) => {
      startEvents(response);
      response.end('data: {"error":{"message":"overloaded"}}\n\n');
    });
    expect((await fixture.post(ask("Hello", { ...FIRST, stream: true }))).text).toContain("Two.");
    one.answer((_request, response) => {
      startEvents(response);
      response.write(chunk({ content: "One" }), () => response.destroy());
    });
    const { text } = await fixture.post(ask("Hello", { ...FIRST, stream: true }));
    expect(text).toContain("One");
    expect(text).toContain('"code":"provider_unreachable"');
    expect(text).not.toContain("Two.");
    expect(two.received).toHaveLength(1);
  });

  it.each([400, 401, 404, 422])("does not use the fallback if the answer has status %i", async (status) => {
    await start();
    oneAnswers(status, '{"error":{"message":"no"}}');
    await fixture.post(ask("Hello", FIRST));
    expect(two.received).toHaveLength(0);
  });

  it("returns the error of its own provider if all providers fail, with the shortest Retry-After", async () => {
    await start();
    oneAnswers(429, "{}", { "retry-after": "30" });
    two.answer((_request, response) => void response.writeHead(429, { "retry-after": "4" }).end("{}"));
    const answer = await fixture.post(ask("Hello", FIRST));
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "4"]);
    oneAnswers(500);
    const other = await fixture.post(ask("Hello", FIRST));
    expect([other.status, other.headers["retry-after"]]).toEqual([502, "4"]);
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", costNano: 0n });
    expect(fixture.budget.openReservations).toBe(0);
  });

  it("is skipped in favor of its fallback while its provider keeps failing", async () => {
    await start(MODELS, { circuit_breaker: { failures: 2, pause_seconds: 60 } });
    oneAnswers(500);
    for (let call = 0; call < 4; call += 1)
      expect((await fixture.post(ask("Hello", FIRST))).text).toContain("Two.");
    expect(one.received).toHaveLength(2);
  });
});

describe("a provider that keeps failing", () => {
  it("is skipped for a while with a Retry-After, then gets one call before all are allowed", async () => {
    const breaker = { failures: 2, pause_seconds: 0.3 };
    await start({ first: { ...MODELS.first, fallbacks: [] } }, { circuit_breaker: breaker });
    oneAnswers(500);
    const codes: string[] = [];
    for (let call = 0; call < 3; call += 1)
      codes.push(JSON.parse((await fixture.post(ask("Hello", FIRST))).text).error.code);
    expect(codes).toEqual(["provider_failed", "provider_failed", "provider_unavailable"]);
    const refused = await fixture.post(ask("Hello", FIRST));
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "1"]);
    expect(one.received).toHaveLength(2);
    oneAnswers(200, completion("Well.", openAiUsage(8, 2)));
    await expect.poll(async () => (await fixture.post(ask("Hello", FIRST))).status).toBe(200);
    expect(fixture.budget.openReservations).toBe(0);
  });
});

describe("a new model configuration", () => {
  it("applies to the next call, while calls in flight complete with the old one", async () => {
    await start();
    const arrival = new Promise<() => void>((resolve) => {
      one.answer((_request, response) =>
        resolve(() => void response.end(completion("One.", openAiUsage(8, 2)))),
      );
    });
    const before = fixture.post(ask("Hello", FIRST));
    const answerNow = await arrival;
    fixture.gateway.reconfigure(fileWith({ next: { provider: "two", rates: { prompt: 1, completion: 1 } } }));
    expect((await fixture.post(ask("Hello", FIRST))).status).toBe(404);
    expect((await fixture.post(ask("Hello", { model: "next" }))).text).toContain("Two.");
    answerNow();
    expect((await before).text).toContain("One.");
    expect(fixture.gateway.listModels().map(({ id }) => id)).toEqual(["stoa-basic", "next"]);
  });

  it("does not change the fallbacks of a call in flight", async () => {
    await start();
    const arrival = new Promise<() => void>((resolve) => {
      one.answer((_request, response) => resolve(() => void response.writeHead(500).end("{}")));
    });
    const before = fixture.post(ask("Hello", FIRST));
    const failNow = await arrival;
    fixture.gateway.reconfigure(parseModelsFile('{"providers":{},"models":{}}', {}));
    await new Promise((resolve) => setImmediate(resolve));
    failNow();
    expect((await before).text).toContain("Two.");
  });
});
