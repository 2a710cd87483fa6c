import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type GatewayFixture, startGateway } from "../testing/gateway-fixture.ts";
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

let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  fixture = await startGateway({
    env: { OPENAI_API_KEY: "sk-op", OPENAI_BASE_URL: upstream.baseUrl },
    timeouts: { idleMs: 1_000 },
  });
});
afterEach(async () => {
  await fixture.close();
  await upstream.close();
});

const ask = (fields: object) =>
  fixture.post({ model: "gpt-4o-mini", input: "Hello", ...fields }, {}, "/v1/responses");

function parseEvents(text: string): [string, Record<string, unknown>][] {
  return text
    .trim()
    .split("\n\n")
    .map((block) => {
      const [name = "", data = ""] = block.split("\n");
      return [name.slice("event: ".length), JSON.parse(data.slice("data: ".length))];
    });
}

describe("POST /v1/responses", () => {
  it("calls the model with a chat completion, returns a response and is metered once", async () => {
    upstream.answer((_request, response) => void response.end(completion("Good day", openAiUsage(10, 3))));
    const answer = await ask({ instructions: "Be kind", max_output_tokens: 50, store: false, metadata: {} });
    expect(JSON.parse(answer.text)).toMatchObject({
      object: "response",
      status: "completed",
      output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Good day" }] }],
      usage: { input_tokens: 10, output_tokens: 3, total_tokens: 13 },
    });
    expect(upstream.received[0]?.body).toEqual({
      model: "gpt-4o-mini",
      messages: [
        { role: "system", content: "Be kind" },
        { role: "user", content: "Hello" },
      ],
      max_completion_tokens: 50,
    });
    expect(fixture.budget.records).toHaveLength(1);
  });

  it("passes on a conversation with tool calls, tool results, structured output and reasoning", async () => {
    upstream.answer((_request, response) => void response.end(completion("{}", openAiUsage(1, 1), "length")));
    const format = { type: "json_schema", name: "Place", schema: { type: "object" }, strict: true };
    const answer = await ask({
      input: [
        { role: "user", content: [{ type: "input_text", text: "Weather?" }] },
        { type: "reasoning", id: "rs_1", summary: [] },
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "I look", annotations: [] }],
        },
        { type: "function_call", call_id: "call_1", name: "a", arguments: "{}" },
        { type: "function_call", call_id: "call_2", name: "b", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "Rain" },
        { type: "function_call_output", call_id: "call_2", output: "Wind" },
      ],
      tools: [{ type: "function", name: "a", parameters: { type: "object", properties: {} }, strict: null }],
      tool_choice: { type: "function", name: "a" },
      text: { format },
      reasoning: { effort: "low" },
    });
    expect(upstream.received[0]?.body).toMatchObject({
      messages: [
        { role: "user", content: [{ type: "text", text: "Weather?" }] },
        { role: "assistant", content: "I look", tool_calls: [{ id: "call_1" }, { id: "call_2" }] },
        { role: "tool", tool_call_id: "call_1", content: "Rain" },
        { role: "tool", tool_call_id: "call_2", content: "Wind" },
      ],
      tool_choice: { type: "function", function: { name: "a" } },
      response_format: { type: "json_schema", json_schema: { name: "Place", strict: true } },
      reasoning_effort: "low",
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    });
  });

  it("streams text and a tool call as numbered events", async () => {
    const call = (fields: object) => ({ tool_calls: [{ index: 0, ...fields }] });
    upstream.answer((_request, response) => {
      startEvents(response);
      response.write(chunk({ role: "assistant", content: "Let " }));
      response.write(chunk({ content: "me" }));
      response.write(
        chunk(call({ id: "call_1", type: "function", function: { name: "look", arguments: "" } })),
      );
      response.write(chunk(call({ function: { arguments: '{"a":1}' } })));
      response.write(chunk({}, "tool_calls"));
      response.write(usageChunk(openAiUsage(7, 5)));
      response.end(DONE);
    });
    const events = parseEvents((await ask({ stream: true })).text);
    expect(events.map(([name]) => name)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(events.map(([, data]) => data.sequence_number)).toEqual(events.map((_event, at) => at));
    expect(events.at(-1)?.[1].response).toMatchObject({
      output: [{ content: [{ text: "Let me" }] }, { call_id: "call_1", name: "look", arguments: '{"a":1}' }],
      usage: { total_tokens: 12 },
    });
  });

  it("sends an error event if the stream is interrupted", async () => {
    upstream.answer((_request, response) => {
      startEvents(response);
      response.write(chunk({ content: "Let" }), () => response.destroy());
    });
    expect(parseEvents((await ask({ stream: true })).text).at(-1)?.[0]).toBe("error");
  });

  it.each([
    ["continue an answer that was not stored", { previous_response_id: "resp_1" }, "previous_response_id"],
    ["use a provider's own tool", { tools: [{ type: "code_interpreter" }] }, "tools[0].type"],
    ["outlive the run", { background: true }, "background"],
  ])("rejects requests that %s", async (_case, fields, param) => {
    const answer = await ask(fields);
    expect([answer.status, JSON.parse(answer.text).error.param]).toEqual([400, param]);
    expect(upstream.received).toEqual([]);
  });
});
