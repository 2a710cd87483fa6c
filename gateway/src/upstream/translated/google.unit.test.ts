import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseModelsFile } from "../../settings/models-file.ts";
import { ask, type GatewayFixture, startGateway } from "../../testing/gateway-fixture.ts";
import {
  type ScriptedUpstream,
  startEvents,
  startScriptedUpstream,
} from "../../testing/scripted-upstream.ts";

const KEY = "AIzaTheOperatorsOwnKey";
const GEMINI = { model: "gemini-2.5-flash" };
let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  const file = {
    providers: { google: { kind: "google", base_url: upstream.baseUrl, api_key: { env: "KEY" } } },
    models: { "gemini-2.5-flash": { provider: "google" } },
  };
  const config = parseModelsFile(JSON.stringify(file), { KEY });
  fixture = await startGateway({ config, timeouts: { firstByteMs: 1_000, idleMs: 1_000 } });
});
afterEach(async () => {
  await fixture.close();
  await upstream.close();
});

/** Returns token counts as Google sends them: thoughts are not included in the candidates' tokens. */
const counts = (prompt: number, written: number, thoughts = 0, cached = 0) => ({
  promptTokenCount: prompt,
  candidatesTokenCount: written,
  thoughtsTokenCount: thoughts,
  cachedContentTokenCount: cached,
  totalTokenCount: prompt + written + thoughts,
});
const buildAnswer = (parts: object[], finishReason: string | undefined, usageMetadata?: object) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason && { finishReason }) }],
  ...(usageMetadata && { usageMetadata }),
  modelVersion: "gemini-2.5-flash-001",
  responseId: "up",
});

function answerWith(status: number, body: object): void {
  upstream.answer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
}

function streamWith(...documents: object[]): void {
  upstream.answer((_request, response) => {
    startEvents(response);
    response.end(documents.map((document) => `data: ${JSON.stringify(document)}\r\n\r\n`).join(""));
  });
}

describe("a chat answered by Gemini", () => {
  it("is sent as Gemini `contents`, with all tool results of a turn in one entry", async () => {
    answerWith(200, buildAnswer([{ text: "Sunny." }], "STOP", counts(10, 2)));
    const call = (id: string) => ({
      id,
      type: "function",
      function: { name: "weather", arguments: '{"city":"Ulm"}' },
    });
    await fixture.post({
      ...GEMINI,
      messages: [
        { role: "developer", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "Here?" },
            { type: "image_url", image_url: { url: "data:image/jpeg;base64,/9j/4AAQ" } },
          ],
        },
        { role: "assistant", tool_calls: [call("a"), call("b")] },
        { role: "tool", tool_call_id: "a", content: "21" },
        { role: "tool", tool_call_id: "b", content: "22" },
      ],
      tools: [{ type: "function", function: { name: "weather" } }],
      max_tokens: 50,
    });
    const [sent] = upstream.received;
    expect(sent?.path).toBe("/v1/models/gemini-2.5-flash:generateContent");
    expect(sent?.headers["x-goog-api-key"]).toBe(KEY);
    expect(sent?.body).toMatchObject({
      generationConfig: { maxOutputTokens: 50 },
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        {
          role: "user",
          parts: [{ text: "Here?" }, { inlineData: { mimeType: "image/jpeg", data: "/9j/4AAQ" } }],
        },
        { role: "model", parts: [{ functionCall: { name: "weather", args: { city: "Ulm" } } }, {}] },
        { role: "user", parts: [{ functionResponse: { name: "weather" } }, { functionResponse: {} }] },
      ],
    });
  });

  it("is returned as a chat completion, with thoughts and cached tokens metered by Google's count", async () => {
    const parts = [{ text: "Let me see." }, { functionCall: { name: "weather", args: { city: "Ulm" } } }];
    answerWith(200, buildAnswer(parts, "STOP", counts(1_000, 20, 80, 400)));
    const tools = [{ type: "function", function: { name: "weather" } }];
    const answer = JSON.parse((await fixture.post(ask("Weather?", { ...GEMINI, tools }))).text);
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: "Let me see.",
        tool_calls: [{ type: "function", function: { name: "weather", arguments: '{"city":"Ulm"}' } }],
      },
    });
    expect(fixture.budget.lastCall).toMatchObject({
      provider: "google",
      promptTokens: 1_000,
      cachedPromptTokens: 400,
      completionTokens: 100,
      countedBy: "provider",
      costNano: 600n * 300n + 400n * 30n + 100n * 2_500n,
    });
  });

  it("follows a schema if requested", async () => {
    answerWith(200, buildAnswer([{ text: '{"city":"Ulm"}' }], "STOP", counts(9, 5)));
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const format = { type: "json_schema", json_schema: { name: "place", schema } };
    await fixture.post(ask("Where?", { ...GEMINI, response_format: format }));
    expect(upstream.received[0]?.body.generationConfig).toMatchObject({
      responseMimeType: "application/json",
    });
  });
});

describe("a Gemini stream", () => {
  it("is returned as OpenAI's events", async () => {
    streamWith(
      buildAnswer([{ text: "Grüße " }], undefined),
      buildAnswer([{ text: "aus 東京" }], "STOP", counts(12, 7)),
    );
    const { text } = await fixture.post(ask("Hello", { ...GEMINI, stream: true }));
    const pieces = text.trim().split("\n\n");
    expect(pieces.at(-1)).toBe("data: [DONE]");
    const documents = pieces.slice(0, -1).map((piece) => JSON.parse(piece.slice(6)));
    expect(documents.map(({ choices }) => choices[0].delta.content ?? choices[0].finish_reason)).toEqual([
      "Grüße ",
      "aus 東京",
      "stop",
    ]);
    expect(upstream.received[0]?.path).toContain(":streamGenerateContent");
    expect(fixture.budget.lastCall).toMatchObject({
      promptTokens: 12,
      completionTokens: 7,
      countedBy: "provider",
    });
  });

  it("counts as incomplete if it has no finish reason", async () => {
    streamWith(buildAnswer([{ text: "Grüße " }], undefined));
    const { text } = await fixture.post(ask("Hello", { ...GEMINI, stream: true }));
    expect(text).toContain('"code":"provider_unreadable"');
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", countedBy: "gateway" });
  });
});

describe("a failure of Google's API", () => {
  it.each([
    [
      400,
      { code: 400, message: "API key not valid", details: [{ reason: "API_KEY_INVALID" }] },
      502,
      "provider_refused_key",
    ],
    [400, { code: 400, message: `bad ${KEY}`, status: "INVALID_ARGUMENT" }, 400, "provider_rejected"],
    [429, { code: 429, message: "quota", status: "RESOURCE_EXHAUSTED" }, 429, "provider_rate_limited"],
    [503, { code: 503, message: "overloaded", status: "UNAVAILABLE" }, 502, "provider_failed"],
  ])("is converted to the gateway's error for status %i", async (status, error, ours, code) => {
    answerWith(status, { error });
    const answer = await fixture.post(ask("Hello", GEMINI));
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([ours, code]);
    expect(answer.text).not.toContain(KEY);
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", costNano: 0n });
  });
});
