import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useOpenAiApi } from "../../server/src/modules/openai-api/openai-api.fixture.ts";
import { startScriptedModel } from "../frameworks/scripted-model.ts";
import { ResponseEvent, ResponseResource } from "./response-resource.ts";

const provider = await startScriptedModel();
afterAll(() => provider.close());
const stack = useOpenAiApi({
  ...{ OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: "sk-operators" },
  STOA_SELL_MODELS: "true",
});

/** An agent that says, as a stream, what it received: the earlier messages, the message, and the size of a file. */
const AGENT = `import pathlib, stoa

def run(message: str, history: list[dict], file: stoa.File | None = None):
    for turn in history:
        yield turn["role"] + ": " + turn["content"] + "\\n"
    yield "message: " + message
    if file:
        yield "\\nbytes: " + str(len(pathlib.Path(file).read_bytes()))
`;
const USER = { type: "message", role: "user" } as const;
const IMAGE = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("base64");
const WEATHER_TOOL = {
  type: "function",
  name: "read_weather",
  parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
};

let model: string;
let key: string;

beforeAll(async () => {
  ({ model } = await stack().upload(AGENT));
  ({ key } = await stack().register());
});

const post = (body: object) =>
  fetch(`${stack().url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, ...body }),
  });

/** Sends a request and returns its response, which is complete and has an answer, with the text of the answer. */
async function respond(body: object): Promise<ResponseResource & { answer: string }> {
  const reply = await post(body);
  const content = await reply.json();
  expect(reply.status, JSON.stringify(content)).toBe(200);
  const response = ResponseResource.parse(content);
  expect(response).toMatchObject({ status: "completed", error: null, incomplete_details: null });
  expect(response.output.length).toBeGreaterThan(0);
  return {
    ...response,
    answer: response.output
      .flatMap((item) => (item.type === "message" ? item.content : []))
      .map(({ text }) => text)
      .join(""),
  };
}

/** Reads the events of a stream, whose names are their types, and which ends with [DONE] or with its last event. */
async function readEvents(reply: Response): Promise<ResponseEvent[]> {
  const events: ResponseEvent[] = [];
  for (const block of (await reply.text()).split("\n\n")) {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined || data === "[DONE]") continue;
    const event = ResponseEvent.parse(JSON.parse(data));
    expect(/^event: (.*)$/m.exec(block)?.[1]).toBe(event.type);
    events.push(event);
  }
  return events;
}

/** The IDs are those of the compliance suite of Open Responses (openresponses/openresponses). The tests are ours. */
describe("Open Responses with agents", () => {
  test("basic-response: a message gets a response with every field", async () => {
    const response = await respond({ input: [{ ...USER, content: "Good morning" }] });
    expect(response.answer).toBe("message: Good morning");
    expect(response.usage?.total_tokens).toBeGreaterThan(0);
  });

  test("streaming-response: a stream has valid events and ends with the response", async () => {
    const reply = await post({ input: [{ ...USER, content: "Good evening" }], stream: true });
    expect(reply.headers.get("content-type")).toContain("text/event-stream");
    const events = await readEvents(reply);
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    expect(events[0]?.type).toBe("response.created");
    const last = events.at(-1);
    if (last?.type !== "response.completed") throw new Error(`the stream ends with ${last?.type}`);
    const deltas = events.flatMap((event) =>
      event.type === "response.output_text.delta" ? [event.delta] : [],
    );
    expect(last.response.output).toMatchObject([{ content: [{ text: deltas.join("") }] }]);
    expect(last.response.status).toBe("completed");
  });

  test("system-prompt: a system message precedes the message", async () => {
    const input = [
      { type: "message", role: "system", content: "Speak like a sailor." },
      { ...USER, content: "Greet me." },
    ];
    expect((await respond({ input })).answer).toContain("Greet me.");
  });

  test("multi-turn: the earlier messages of a request reach the agent", async () => {
    const input = [
      { ...USER, content: "I am Ada." },
      { type: "message", role: "assistant", content: "Hello Ada." },
      { ...USER, content: "Who am I?" },
    ];
    const { answer } = await respond({ input });
    expect(answer).toBe("user: I am Ada.\nassistant: Hello Ada.\nmessage: Who am I?");
  });

  test("previous-response-id: a response continues an earlier one", async () => {
    const first = await respond({ input: "The word is fig." });
    const second = await respond({ input: "Which word?", previous_response_id: first.id });
    expect(second.previous_response_id).toBe(first.id);
    expect(second.answer).toBe(`user: The word is fig.\nassistant: ${first.answer}\nmessage: Which word?`);
  });

  test("image-input: an image in a message reaches the agent", async () => {
    const image = { type: "input_image", image_url: `data:image/png;base64,${IMAGE}` };
    const content = [{ type: "input_text", text: "What is this?" }, image];
    expect((await respond({ input: [{ ...USER, content }] })).answer).toContain("bytes: 16");
  });

  test("file-input: a file in a message reaches the agent", async () => {
    const data = Buffer.from("%PDF-1.1 test").toString("base64");
    const file = { type: "input_file", filename: "a.pdf", file_data: `data:application/pdf;base64,${data}` };
    const content = [{ type: "input_text", text: "What is its title?" }, file];
    expect((await respond({ input: [{ ...USER, content }] })).answer).toContain("bytes: 13");
  });

  /**
   * Agents call their own tools, so a caller would wait for a call that never comes. The refusal says so. The suite's
   * optional searches are tools of the caller, too.
   */
  test.each([
    ["tool-calling", { tools: [WEATHER_TOOL] }],
    ["tool-calling-streaming", { tools: [WEATHER_TOOL], stream: true }],
    [
      "function-call-roundtrip",
      { tools: [WEATHER_TOOL], tool_choice: { type: "function", name: "read_weather" } },
    ],
    ["file-search", { tools: [{ type: "file_search", vector_store_ids: ["vs_1"] }] }],
    ["offline-web-search", { tools: [{ type: "web_search", external_web_access: false }] }],
  ])("%s does not apply: tools of the caller are refused with the reason", async (_id, fields) => {
    const reply = await post({ input: "How is the weather in Oslo?", ...fields });
    expect(reply.status).toBe(400);
    const { error } = Object(await reply.json());
    expect(error).toMatchObject({ param: "tools", type: "invalid_request_error" });
    expect(error.message).toContain("Agents call their own tools");
  });
});

describe("Open Responses with models on sale", () => {
  const MODEL = { model: "model/gpt-4.1" };
  const CALLS_TOOL = { tool: WEATHER_TOOL.name, args: { place: "Oslo" } };
  const FUNCTION_CALL = {
    ...{ type: "function_call", name: WEATHER_TOOL.name, arguments: '{"place":"Oslo"}' },
    call_id: expect.stringMatching(/./),
  };
  const asked = { ...MODEL, input: "How is the weather in Oslo?", tools: [WEATHER_TOOL] };

  test("basic-response, system-prompt and multi-turn: messages reach the model, and the response has every field", async () => {
    provider.play(() => "Good morning");
    const input = [
      { type: "message", role: "system", content: "Be brief." },
      { ...USER, content: "I am Ada." },
      { type: "message", role: "assistant", content: "Hello Ada." },
      { ...USER, content: "Who am I?" },
    ];
    const response = await respond({ ...MODEL, input, temperature: 0.2, max_output_tokens: 50 });
    expect(response).toMatchObject({
      answer: "Good morning",
      temperature: 0.2,
      max_output_tokens: 50,
      ...MODEL,
    });
    expect(provider.calls[0]?.messages).toHaveLength(4);
  });

  test("streaming-response: a stream has valid events and ends with the response", async () => {
    provider.play(() => "Good morning");
    const events = await readEvents(await post({ ...MODEL, input: "Hello", stream: true }));
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)).toMatchObject({
      type: "response.completed",
      response: { status: "completed", ...MODEL },
    });
  });

  test("tool-calling: the model calls a function of the caller", async () => {
    provider.play(() => CALLS_TOOL);
    const { output, tools } = await respond(asked);
    expect(output).toMatchObject([FUNCTION_CALL]);
    expect(tools).toMatchObject([WEATHER_TOOL]);
  });

  test("tool-calling-streaming: the call arrives in pieces", async () => {
    provider.play(() => CALLS_TOOL);
    const events = await readEvents(await post({ ...asked, stream: true }));
    const types = events.map(({ type }) => type);
    for (const type of ["delta", "done"]) expect(types).toContain(`response.function_call_arguments.${type}`);
    const items = events.flatMap((event) => ("item" in event ? [[event.type, event.item.type]] : []));
    expect(items).toEqual([
      ["response.output_item.added", "function_call"],
      ["response.output_item.done", "function_call"],
    ]);
  });

  test("function-call-roundtrip: the result of a function comes back, with the call instead of its response's ID", async () => {
    provider.play(() => CALLS_TOOL);
    const { id, output } = await respond(asked);
    provider.play(() => "It rains.");
    const result = { type: "function_call_output", call_id: "call_1", output: "rain" };
    const { answer } = await respond({
      ...asked,
      input: [{ ...USER, content: asked.input }, ...output, result],
    });
    expect(answer).toBe("It rains.");
    // Nothing of a model's response is stored, so the suite's own way, with the ID, is refused.
    const byId = await post({ ...asked, input: [result], previous_response_id: id });
    expect(byId.status).toBe(400);
  });

  test("image-input: an image reaches the model", async () => {
    provider.play(() => "A dot");
    const image = { type: "input_image", image_url: `data:image/png;base64,${IMAGE}` };
    const content = [{ type: "input_text", text: "What is this?" }, image];
    expect((await respond({ ...MODEL, input: [{ ...USER, content }] })).answer).toBe("A dot");
    expect(JSON.stringify(provider.calls[0])).toContain(IMAGE);
  });

  test.each([
    [
      "file-input",
      {
        input: [
          {
            ...USER,
            content: [
              { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" },
            ],
          },
        ],
      },
    ],
    ["file-search", { input: "Find it", tools: [{ type: "file_search", vector_store_ids: ["vs_1"] }] }],
  ])(
    "%s does not apply: the gateway passes on no documents and no searches of a provider",
    async (_id, fields) => {
      expect((await post({ ...MODEL, ...fields })).status).toBe(400);
    },
  );
});
