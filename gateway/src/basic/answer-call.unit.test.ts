import { afterEach, describe, expect, it } from "vitest";
import { CountingBudget } from "../testing/counting-budget.ts";
import { ask, type GatewayFixture, startGateway } from "../testing/gateway-fixture.ts";

let fixture: GatewayFixture | undefined;
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

const weather = {
  type: "function",
  function: {
    name: "get_weather",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
};
const QUESTION = "What is the weather in Paris?";

async function answerTo(fields: object, budget = new CountingBudget()) {
  fixture = await startGateway({ budget });
  const answer = await fixture.post(ask(QUESTION, { model: "default", ...fields }));
  return { ...answer, call: budget.records.at(-1)?.call };
}

function parseEvents(text: string) {
  const events = text.split("\n\n").filter((line) => line !== "");
  return { last: events.at(-1), parsed: events.slice(0, -1).map((line) => JSON.parse(line.slice(6))) };
}

describe("a call answered by stoa-basic", () => {
  it("has OpenAI's format, names stoa-basic as the model, costs nothing and is metered", async () => {
    const { text, call } = await answerTo({ messages: [{ role: "user", content: "Hello" }] });
    const body = JSON.parse(text);
    expect(body).toMatchObject({ object: "chat.completion", model: "stoa-basic" });
    expect(body.choices[0]).toMatchObject({
      index: 0,
      finish_reason: "stop",
      message: { role: "assistant" },
    });
    expect(body.usage.total_tokens).toBe(body.usage.prompt_tokens + body.usage.completion_tokens);
    expect(call).toMatchObject({
      provider: "stoa",
      modelRequested: "default",
      modelAnswered: "stoa-basic",
      promptTokens: body.usage.prompt_tokens,
      completionTokens: body.usage.completion_tokens,
      costNano: 0n,
      outcome: "completed",
    });
  });

  it("streams the same words one by one, with usage if requested", async () => {
    const whole = JSON.parse((await answerTo({})).text).choices[0].message.content;
    await fixture?.close();
    const { text } = await answerTo({ stream: true, stream_options: { include_usage: true } });
    const { parsed, last } = parseEvents(text);
    const words = parsed.flatMap((event) => event.choices[0]?.delta.content ?? []);
    expect(words.join("")).toBe(whole);
    expect(words.length).toBeGreaterThan(10);
    expect(parsed.at(-2).choices[0].finish_reason).toBe("stop");
    expect(parsed.at(-1).usage.completion_tokens).toBeGreaterThan(10);
    expect(last).toBe("data: [DONE]");
  });

  it("ends at the granted number of tokens with finish_reason length", async () => {
    const { text, call } = await answerTo({}, new CountingBudget(6));
    const [choice] = JSON.parse(text).choices;
    expect(choice.finish_reason).toBe("length");
    expect(choice.message.content).toBe("I am stoa-basic,");
    expect(call).toMatchObject({ outcome: "cut", completionTokens: 6 });
  });

  it("ends before a stop sequence", async () => {
    const { text } = await answerTo({ stop: [", a"] });
    expect(JSON.parse(text).choices[0].message.content).toBe("I am stoa-basic");
  });

  it("calls a tool only if the request forces one, and fills in its arguments", async () => {
    const free = JSON.parse((await answerTo({ tools: [weather] })).text).choices[0];
    expect(free.message.tool_calls).toBeUndefined();
    await fixture?.close();
    const choice = { type: "function", function: { name: "get_weather" } };
    const forced = JSON.parse((await answerTo({ tools: [weather], tool_choice: choice })).text).choices[0];
    expect(forced.finish_reason).toBe("tool_calls");
    expect(forced.message.tool_calls[0].function).toEqual({
      name: "get_weather",
      arguments: '{"city":"Paris"}',
    });
    await fixture?.close();
    const streamed = parseEvents(
      (await answerTo({ tools: [weather], tool_choice: "required", stream: true })).text,
    );
    expect(streamed.parsed[0].choices[0].delta.tool_calls[0].function.name).toBe("get_weather");
  });

  it("calls the last tool that has not been called yet if the request requires any tool", async () => {
    const report = { ...weather, function: { ...weather.function, name: "report" } };
    const fields = { tools: [weather, report], tool_choice: "required" };
    const calledIn = (text: string) => JSON.parse(text).choices[0].message.tool_calls[0].function.name;
    expect(calledIn((await answerTo(fields)).text)).toBe("report");
    await fixture?.close();
    const calls = [{ id: "1", type: "function", function: { name: "report", arguments: "{}" } }];
    const messages = [
      { role: "user", content: "Paris?" },
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: "1", content: "no" },
    ];
    expect(calledIn((await answerTo({ ...fields, messages })).text)).toBe("get_weather");
  });

  it("fills in a schema, or the keys that a message names", async () => {
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const format = { type: "json_schema", json_schema: { name: "place", schema, strict: true } };
    const filled = JSON.parse((await answerTo({ response_format: format })).text);
    expect(JSON.parse(filled.choices[0].message.content)).toEqual({ city: "Paris" });
    await fixture?.close();
    const content =
      'Answer in JSON with the keys "city" and "date".\n\nThe concert is in Berlin on 3 May 2025.';
    const messages = [{ role: "user", content }];
    const free = JSON.parse((await answerTo({ messages, response_format: { type: "json_object" } })).text);
    expect(JSON.parse(free.choices[0].message.content)).toEqual({ city: "Berlin", date: "3 May 2025" });
  });

  const asked = (schema: object) =>
    `Answer the question.\nThe output should be formatted as a JSON instance that conforms to the JSON schema below.\n\n` +
    `Here is the output schema:\n\`\`\`\n${JSON.stringify(schema)}\n\`\`\`\nThe concert is in Berlin on 3 May 2025.\n`;

  it("fills in the schema that LangChain's JSON parser writes into the prompt", async () => {
    const schema = {
      properties: { city: { type: "string" }, date: { type: "string" } },
      required: ["city", "date"],
    };
    const messages = [{ role: "user", content: asked(schema) }];
    const completion = JSON.parse((await answerTo({ messages })).text);
    expect(JSON.parse(completion.choices[0].message.content)).toEqual({ city: "Berlin", date: "3 May 2025" });
  });

  it("answers with plain text if the schema in the prompt cannot be filled in", async () => {
    const schema = { properties: { city: { type: "string", pattern: "x" } }, required: ["city"] };
    const messages = [{ role: "user", content: asked(schema) }];
    const { status, text } = await answerTo({ messages });
    expect([status, JSON.parse(text).choices[0].message.content]).toEqual([
      200,
      expect.stringContaining("not a language model"),
    ]);
  });

  it("returns 400 and is recorded without tokens if the schema cannot be filled in", async () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "x" } }, required: ["a"] };
    const format = { type: "json_schema", json_schema: { name: "s", schema } };
    const { status, text, call } = await answerTo({ response_format: format });
    expect([status, JSON.parse(text).error.code]).toEqual([400, "unsupported_schema"]);
    expect(call).toMatchObject({ outcome: "error", errorCode: "unsupported_schema", completionTokens: 0 });
    expect(fixture?.budget.openReservations).toBe(0);
  });
});
