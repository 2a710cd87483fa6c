import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLAUDE, type ClaudeFixture, KEY, startWithClaude } from "../../testing/claude-fixture.ts";
import { ask } from "../../testing/gateway-fixture.ts";
import {
  buildAnthropicEnd,
  buildAnthropicMessage,
  buildAnthropicStart,
  buildAnthropicText,
  buildAnthropicUsage,
} from "../../testing/scripted-anthropic.ts";

let fixture: ClaudeFixture;
beforeEach(async () => {
  fixture = await startWithClaude();
});
afterEach(() => fixture.close());

const parseErrorCode = (text: string): string => JSON.parse(text).error.code;

describe("a chat answered by Claude", () => {
  it("is sent as Anthropic's messages, with instructions, images, calls, results and limits", async () => {
    fixture.answerWith(
      200,
      buildAnthropicMessage([{ type: "text", text: "Sunny." }], buildAnthropicUsage(10, 2)),
    );
    const call = {
      id: "call_1",
      type: "function",
      function: { name: "weather", arguments: '{"city":"Ulm"}' },
    };
    await fixture.post({
      ...CLAUDE,
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "Here?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
          ],
        },
        { role: "assistant", content: null, tool_calls: [call, { ...call, id: "call_2" }] },
        { role: "tool", tool_call_id: "call_1", content: "21 degrees" },
        { role: "tool", tool_call_id: "call_2", content: "22 degrees" },
      ],
      tools: [
        { type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } },
      ],
      tool_choice: "required",
      parallel_tool_calls: false,
      max_tokens: 50,
      temperature: 0.5,
      stop: "END",
    });
    const [sent] = fixture.upstream.received;
    expect(sent?.path).toBe("/v1/messages");
    expect(sent?.headers["x-api-key"]).toBe(KEY);
    expect(sent?.body).toMatchObject({
      model: "claude-sonnet-4-5",
      max_tokens: 50,
      temperature: 0.5,
      stop_sequences: ["END"],
      system: [{ type: "text", text: "Be brief." }],
      tool_choice: { type: "any", disable_parallel_tool_use: true },
      tools: [{ name: "weather" }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Here?" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "call_1", name: "weather", input: { city: "Ulm" } },
            { type: "tool_use", id: "call_2" },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: "21 degrees" },
            { type: "tool_result", tool_use_id: "call_2" },
          ],
        },
      ],
    });
  });

  it("is returned as a chat completion, metered by Anthropic's count, with cache prices", async () => {
    const tool = { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Ulm" } };
    const usage = buildAnthropicUsage(100, 20, 1_000, 500);
    fixture.answerWith(
      200,
      buildAnthropicMessage([{ type: "text", text: "Let me see." }, tool], usage, "tool_use"),
    );
    const answer = JSON.parse((await fixture.post(ask("Weather?", CLAUDE))).text);
    expect(answer).toMatchObject({
      object: "chat.completion",
      model: "claude-sonnet-4-5-20250929",
      choices: [
        {
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: "Let me see.",
            tool_calls: [
              { id: "toolu_1", type: "function", function: { name: "weather", arguments: '{"city":"Ulm"}' } },
            ],
          },
        },
      ],
      usage: { prompt_tokens: 1_600, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 1_000 } },
    });
    expect(fixture.budget.lastCall).toMatchObject({
      provider: "anthropic",
      modelRequested: "claude-sonnet-4-5",
      modelAnswered: "claude-sonnet-4-5-20250929",
      promptTokens: 1_600,
      cachedPromptTokens: 1_000,
      completionTokens: 20,
      countedBy: "provider",
      outcome: "completed",
      costNano: 100n * 3_000n + 1_000n * 300n + 500n * 3_750n + 20n * 15_000n,
    });
  });

  it("follows a schema if requested", async () => {
    fixture.answerWith(
      200,
      buildAnthropicMessage([{ type: "text", text: '{"city":"Ulm"}' }], buildAnthropicUsage(9, 5)),
    );
    const schema = {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false,
    };
    const format = { type: "json_schema", json_schema: { name: "place", schema, strict: true } };
    const answer = await fixture.post(ask("Where?", { ...CLAUDE, response_format: format }));
    expect(JSON.parse(answer.text).choices[0].message.content).toBe('{"city":"Ulm"}');
    expect(JSON.stringify(fixture.upstream.received[0]?.body)).toContain('"city":{"type":"string"}');
  });
});

describe("a message from Anthropic's own clients", () => {
  it("is answered by Claude, with and without streaming", async () => {
    const chatRequest = { ...CLAUDE, max_tokens: 50, messages: [{ role: "user", content: "Hello" }] };
    fixture.answerWith(
      200,
      buildAnthropicMessage([{ type: "text", text: "Good day" }], buildAnthropicUsage(9, 2)),
    );
    const whole = JSON.parse((await fixture.post(chatRequest, {}, "/v1/messages")).text);
    expect(whole).toMatchObject({
      type: "message",
      content: [{ type: "text", text: "Good day" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 9, output_tokens: 2 },
    });
    const events = buildAnthropicStart(buildAnthropicUsage(9, 1)) + buildAnthropicText(["Good ", "day"]);
    fixture.streamWith(events + buildAnthropicEnd(buildAnthropicUsage(9, 2)));
    const { text } = await fixture.post({ ...chatRequest, stream: true }, {}, "/v1/messages");
    expect(text).toContain('"text_delta","text":"day"');
    expect(text).toContain("event: message_stop");
    expect(fixture.budget.records).toHaveLength(2);
  });
});

describe("a failure of Anthropic's API", () => {
  const failure = (type: string, message: string) =>
    JSON.stringify({ type: "error", error: { type, message } });

  it.each([
    [401, failure("authentication_error", "invalid x-api-key"), 502, "provider_refused_key"],
    [
      400,
      failure("invalid_request_error", "Your credit balance is too low"),
      502,
      "provider_quota_exhausted",
    ],
    [400, failure("invalid_request_error", `prompt is too long ${KEY}`), 400, "provider_rejected"],
    [529, failure("overloaded_error", "Overloaded"), 502, "provider_failed"],
    [302, "", 502, "provider_failed"],
    [200, "<html>", 502, "provider_unreadable"],
  ])("is converted to the gateway's error for status %i", async (status, body, ours, code) => {
    fixture.answerWith(status, body, { location: "http://127.0.0.1:1/" });
    for (const stream of [false, true]) {
      const answer = await fixture.post(ask("Hello", { ...CLAUDE, stream }));
      expect([answer.status, parseErrorCode(answer.text)]).toEqual([ours, code]);
      expect(answer.text).not.toContain(KEY);
    }
  });

  it("passes on Retry-After if the provider limits calls", async () => {
    fixture.answerWith(429, failure("rate_limit_error", "slow down"), { "retry-after": "7" });
    const answer = await fixture.post(ask("Hello", CLAUDE));
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "7"]);
  });

  it("is reported as an invalid response if the provider compresses it without being asked to", async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, 0x20));
    fixture.upstream.answer((_request, response) => {
      const headers = { "content-type": "application/json", "content-encoding": "gzip" };
      response.writeHead(200, headers).end(bomb);
    });
    const answer = await fixture.post(ask("Hello", CLAUDE));
    expect([answer.status, parseErrorCode(answer.text)]).toEqual([502, "provider_unreadable"]);
    expect(fixture.upstream.received[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it("becomes a 504 after a timeout, and the prompt is metered because Anthropic may have read it", async () => {
    fixture.upstream.answer(() => undefined);
    const answer = await fixture.post(ask("Hello", CLAUDE));
    expect([answer.status, parseErrorCode(answer.text)]).toEqual([504, "provider_timeout"]);
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", promptTokens: 8, completionTokens: 0 });
  });

  it("is retried once before the first byte if the connection failed", async () => {
    fixture.upstream.answer((_request, response) => void response.destroy());
    const answer = await fixture.post(ask("Hello", CLAUDE));
    expect([answer.status, parseErrorCode(answer.text)]).toEqual([502, "provider_unreachable"]);
    expect(fixture.upstream.received).toHaveLength(2);
  });

  it("is reported as an invalid request if a tool's result matches no call", async () => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "tool", tool_call_id: "x", content: "1" },
    ];
    const answer = await fixture.post({ ...CLAUDE, messages });
    expect([answer.status, JSON.parse(answer.text).error.param]).toEqual([400, "messages[1].tool_call_id"]);
    expect(fixture.upstream.received).toHaveLength(0);
  });
});
