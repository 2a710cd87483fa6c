import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CountingBudget } from "../testing/counting-budget.ts";
import { type GatewayFixture, RUN_TOKEN, startGateway } from "../testing/gateway-fixture.ts";
import {
  chunk,
  completion,
  DONE,
  openAiUsage,
  type ScriptedUpstream,
  startEvents,
  startScriptedUpstream,
  usageChunk,
} from "../testing/scripted-upstream.ts";

const CLAUDE = "claude-sonnet-4-5";
const TOOL = {
  name: "get_weather",
  description: "Tells the weather",
  input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
});
afterEach(async () => {
  await fixture.close();
  await upstream.close();
});

async function connected(budget = new CountingBudget()): Promise<void> {
  fixture = await startGateway({
    env: {
      OPENAI_API_KEY: "sk-op",
      OPENAI_BASE_URL: upstream.baseUrl,
      STOA_MODEL_ALIASES: `${CLAUDE}=gpt-4o-mini`,
    },
    budget,
    timeouts: { idleMs: 1_000 },
  });
}

const ask = (fields: object, headers: Record<string, string> = {}) =>
  fixture.post(
    { model: CLAUDE, max_tokens: 64_000, messages: [{ role: "user", content: "Hello" }], ...fields },
    headers,
    "/v1/messages",
  );

/** Returns the names and data of the events in a stream. */
function parseEvents(text: string): [string, Record<string, unknown>][] {
  return text
    .trim()
    .split("\n\n")
    .map((block) => {
      const [name = "", data = ""] = block.split("\n");
      return [name.slice("event: ".length), JSON.parse(data.slice("data: ".length))];
    });
}

describe("POST /v1/messages", () => {
  it("calls the model with a chat completion, returns a message and is metered once", async () => {
    await connected();
    upstream.answer((_request, response) => void response.end(completion("Good day", openAiUsage(10, 3))));
    const answer = await ask({ system: [{ type: "text", text: "Be kind", cache_control: {} }], top_k: 5 });
    expect(JSON.parse(answer.text)).toMatchObject({
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "Good day" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 10, output_tokens: 3 },
    });
    expect(upstream.received[0]?.body).toEqual({
      model: "gpt-4o-mini",
      messages: [
        { role: "system", content: "Be kind" },
        { role: "user", content: "Hello" },
      ],
      max_tokens: 16_384,
    });
    expect(fixture.budget.records).toHaveLength(1);
    expect(fixture.budget.lastCall).toMatchObject({ modelRequested: CLAUDE, promptTokens: 10 });
  });

  it("accepts the run's token in the header that Anthropic's clients use", async () => {
    await connected();
    upstream.answer((_request, response) => void response.end(completion("Yes", openAiUsage(1, 1))));
    expect((await ask({}, { authorization: "", "x-api-key": RUN_TOKEN })).status).toBe(200);
    const refused = await ask({}, { authorization: "", "x-api-key": "another" });
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.text)).toMatchObject({
      type: "error",
      error: { type: "authentication_error" },
    });
  });

  it("passes on an image that its caller uploaded, in place of an https URL", async () => {
    await connected();
    upstream.answer((_request, response) => void response.end(completion("A dot", openAiUsage(9, 2))));
    const url = "data:image/png;base64,iVBORw0KGgo=";
    const content = [{ type: "image", source: { type: "url", url } }];
    expect((await ask({ messages: [{ role: "user", content }] })).status).toBe(200);
    expect(upstream.received[0]?.body).toMatchObject({
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }],
    });
  });

  it("passes on tools, tool calls and their results, with results before text", async () => {
    await connected();
    const toolCalls = [
      { id: "call_2", type: "function", function: { name: "get_weather", arguments: '{"city":"Rome"}' } },
    ];
    const message = { role: "assistant", content: null, tool_calls: toolCalls };
    const body = { id: "x", model: "m", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    upstream.answer((_request, response) => void response.end(JSON.stringify(body)));
    const use = { type: "tool_use", id: "call_1", name: "get_weather", input: { city: "Oslo" } };
    const result = { type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "Rain" }] };
    const answer = await ask({
      tools: [TOOL],
      tool_choice: { type: "any", disable_parallel_tool_use: true },
      messages: [
        { role: "user", content: "Weather?" },
        { role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "y" }, use] },
        { role: "user", content: [{ type: "text", text: "And Rome?" }, result] },
      ],
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      content: [{ type: "tool_use", id: "call_2", name: "get_weather", input: { city: "Rome" } }],
      stop_reason: "tool_use",
    });
    const sent = upstream.received[0]?.body;
    expect(sent).toMatchObject({ tool_choice: "required", parallel_tool_calls: false });
    expect(sent?.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", tool_calls: [{ id: "call_1", function: { arguments: '{"city":"Oslo"}' } }] },
      { role: "tool", tool_call_id: "call_1", content: "Rain" },
      { role: "user", content: [{ type: "text", text: "And Rome?" }] },
    ]);
  });

  it("streams text, then a tool call, as Anthropic's events", async () => {
    await connected();
    const call = (fields: object) => ({ tool_calls: [{ index: 0, ...fields }] });
    upstream.answer((_request, response) => {
      startEvents(response);
      for (const delta of [
        { role: "assistant", content: "" },
        { content: "Let me" },
        { content: " look" },
        call({ id: "call_1", type: "function", function: { name: "get_weather", arguments: "" } }),
        call({ function: { arguments: '{"city":' } }),
        call({ function: { arguments: '"Rome"}' } }),
      ])
        response.write(chunk(delta));
      response.write(chunk({}, "tool_calls"));
      response.write(usageChunk(openAiUsage(7, 5)));
      response.end(DONE);
    });
    const events = parseEvents((await ask({ stream: true, tools: [TOOL] })).text);
    expect(events.map(([name]) => name)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(events[5]?.[1]).toMatchObject({
      index: 1,
      content_block: { type: "tool_use", name: "get_weather" },
    });
    expect(events[9]?.[1]).toMatchObject({
      delta: { stop_reason: "tool_use" },
      usage: { input_tokens: 7, output_tokens: 5 },
    });
    expect(fixture.budget.openReservations).toBe(0);
  });

  it("sends an error event if the stream is interrupted", async () => {
    await connected();
    upstream.answer((_request, response) => {
      startEvents(response);
      response.write(chunk({ content: "Let" }), () => response.destroy());
    });
    const events = parseEvents((await ask({ stream: true })).text);
    expect(events.at(-1)?.[1]).toMatchObject({ type: "error", error: { type: "api_error" } });
    expect(events.map(([name]) => name)).not.toContain("message_stop");
  });

  it.each([
    ["a field that is not listed", { container: "x" }, 400, "invalid_request_error"],
    [
      "an image whose URL is not https",
      {
        messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url: "http://x" } }] }],
      },
      400,
      "invalid_request_error",
    ],
    ["an unknown model", { model: "claude-9" }, 404, "not_found_error"],
  ])("returns an error in Anthropic's format for %s", async (_case, fields, status, type) => {
    await connected();
    const answer = await ask(fields);
    expect([answer.status, JSON.parse(answer.text).error.type]).toEqual([status, type]);
    expect(upstream.received).toEqual([]);
  });

  it("returns an error with a header that prevents retries if there are no credits", async () => {
    await connected(new CountingBudget(0));
    const answer = await ask({});
    expect([answer.status, answer.headers["x-should-retry"]]).toEqual([402, "false"]);
    expect(JSON.parse(answer.text).error.type).toBe("billing_error");
  });

  it("is answered by stoa-basic in a trial, including structured output", async () => {
    fixture = await startGateway({ session: { trial: true } });
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const answer = await ask({
      messages: [{ role: "user", content: "The concert is in Berlin." }],
      output_config: { format: { type: "json_schema", schema } },
    });
    expect(JSON.parse(JSON.parse(answer.text).content[0].text)).toEqual({ city: "Berlin" });
  });
});
