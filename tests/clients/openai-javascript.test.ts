import OpenAI from "openai";
import { beforeEach, describe, expect, it } from "vitest";
import { useStand } from "./stand.ts";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WEATHER = {
  type: "function" as const,
  function: {
    name: "weather",
    description: "The weather of a city",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
};

const stand = useStand();
let client: OpenAI;

beforeEach(() => {
  const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey } = stand().settings;
  client = new OpenAI({ baseURL, apiKey });
});

const ask = (content: string) => ({ model: "gpt-4o", messages: [{ role: "user" as const, content }] });

describe("a chat completion", () => {
  it("returns usage", async () => {
    stand().model.play(["Hello there"]);
    const answer = await client.chat.completions.create(ask("Hello?"));
    expect(answer.choices[0]?.message.content).toBe("Hello there");
    expect(answer.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 });
  });

  it.each([true, false])("streams, and includes usage if requested (%s)", async (include_usage) => {
    stand().model.play(["One two three"]);
    const stream = await client.chat.completions.create({
      ...ask("Count"),
      stream: true,
      stream_options: { include_usage },
    });
    const pieces = [];
    for await (const piece of stream) pieces.push(piece);
    expect(pieces.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("One two three");
    expect(pieces.some(({ usage }) => usage?.total_tokens === 120)).toBe(include_usage);
    expect(stand().budget.lastCall).toMatchObject({
      promptTokens: 100,
      completionTokens: 20,
      countedBy: "provider",
    });
  });

  it("calls tools and reads their results", async () => {
    stand().model.play([{ tool: "weather", args: { city: "Rome" } }, "It is sunny."]);
    const runner = client.chat.completions.runTools({
      ...ask("How is Rome?"),
      tools: [
        {
          type: "function",
          function: {
            ...WEATHER.function,
            parse: JSON.parse,
            function: ({ city }: { city: string }) => `sunny in ${city}`,
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe("It is sunny.");
    expect(stand().model.calls[1]?.messages).toMatchObject([
      {},
      {},
      { role: "tool", content: "sunny in Rome" },
    ]);
  });

  it("streams a tool call", async () => {
    stand().model.play([{ tool: "weather", args: { city: "Rome" } }]);
    const stream = client.chat.completions.stream({ ...ask("How is Rome?"), tools: [WEATHER] });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({
      function: { name: "weather", arguments: '{"city":"Rome"}' },
    });
  });

  it("returns output that follows a JSON schema", async () => {
    stand().model.play(['{"mood":"happy"}']);
    const schema = {
      type: "object",
      properties: { mood: { type: "string" } },
      required: ["mood"],
      additionalProperties: false,
    };
    const answer = await client.chat.completions.parse({
      ...ask("I am happy"),
      response_format: { type: "json_schema", json_schema: { name: "mood", strict: true, schema } },
    });
    expect(answer.choices[0]?.message.parsed).toEqual({ mood: "happy" });
    expect(stand().model.calls[0]?.response_format).toMatchObject({ json_schema: { schema } });
  });

  it("accepts an image in the request or at an https URL, which the gateway fetches", async () => {
    stand().model.play(["A pixel"]);
    const look = (url: string) =>
      client.chat.completions.create({
        model: "gpt-4o",
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "What?" },
              { type: "image_url", image_url: { url } },
            ],
          },
        ],
      });
    expect((await look(PIXEL)).choices[0]?.message.content).toBe("A pixel");
    stand().model.play(["A pixel"]);
    expect((await look("https://example.com/a.png")).choices[0]?.message.content).toBe("A pixel");
    expect(JSON.stringify(stand().model.calls[0])).toContain(PIXEL);
    await expect(look("http://example.com/a.png")).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  });

  it("accepts harmless fields and refuses fields that would cost money or store data", async () => {
    stand().model.play(["Hello there"]);
    const answer = await client.chat.completions.create({
      ...ask("Hello?"),
      store: false,
      logprobs: false,
      service_tier: "auto",
      verbosity: "low",
      prompt_cache_key: "a-label",
      safety_identifier: "a-label",
      metadata: { team: "a-label" },
    });
    expect(answer.choices[0]?.message.content).toBe("Hello there");
    expect(JSON.stringify(stand().model.calls[0])).not.toContain("a-label");
    const completion = client.chat.completions.create({ ...ask("Hello?"), store: true });
    await expect(completion).rejects.toMatchObject({ status: 400, param: "store" });
    const fast = client.chat.completions.create({ ...ask("Hello?"), service_tier: "priority" });
    await expect(fast).rejects.toMatchObject({ status: 400, param: "service_tier" });
  });
});

describe("a request to the Responses API", () => {
  it("returns an answer", async () => {
    stand().model.play(["Arr"]);
    const answer = await client.responses.create({
      model: "gpt-5",
      instructions: "A pirate",
      input: "Hello?",
    });
    expect(answer.output_text).toBe("Arr");
    expect(answer.usage).toMatchObject({ input_tokens: 100, output_tokens: 20 });
  });

  it("streams its answer", async () => {
    stand().model.play(["Arr no semicolons"]);
    const stream = client.responses.stream({ model: "gpt-5", input: "Hello?" });
    let text = "";
    stream.on("response.output_text.delta", ({ delta }) => {
      text += delta;
    });
    expect((await stream.finalResponse()).output_text).toBe("Arr no semicolons");
    expect(text).toBe("Arr no semicolons");
  });

  it("cannot store its response", async () => {
    const later = client.responses.create({ model: "gpt-5", input: "Go on", previous_response_id: "resp_1" });
    await expect(later).rejects.toMatchObject({ status: 400, param: "previous_response_id" });
  });
});

describe("an embeddings request", () => {
  const model = "text-embedding-3-small";

  it("returns base64, which is the client's default, or numbers", async () => {
    const byItself = await client.embeddings.create({ model, input: ["red shoes", "blue"] });
    expect(stand().model.embeddings.at(-1)?.encoding_format).toBe("base64");
    const numbers = await client.embeddings.create({
      model,
      input: ["red shoes", "blue"],
      encoding_format: "float",
    });
    expect(byItself.data.map(({ embedding }) => embedding.length)).toEqual([1_536, 1_536]);
    expect(byItself.data[0]?.embedding[0]).toBeCloseTo(numbers.data[0]?.embedding[0] ?? Number.NaN, 5);
  });

  it("accepts arrays of tokens", async () => {
    const input = [[1820, 4087], [42]];
    expect((await client.embeddings.create({ model, input })).data).toHaveLength(2);
    expect(stand().model.embeddings.at(-1)?.input).toEqual(input);
  });
});

it("lists the models", async () => {
  const ids = [];
  for await (const { id } of client.models.list()) ids.push(id);
  expect(ids).toEqual(expect.arrayContaining(["default", "stoa-basic", "gpt-4o", "claude-sonnet-4-5"]));
  expect((await client.models.retrieve("gpt-4o")).id).toBe("gpt-4o");
});

describe("an error", () => {
  it("has the client's error class if the key or the model is wrong", async () => {
    const { baseURL } = client;
    const stranger = new OpenAI({ baseURL, apiKey: "sk-of-somebody" });
    await expect(stranger.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    const unknown = client.chat.completions.create({ ...ask("Hello?"), model: "gpt-99" });
    await expect(unknown).rejects.toMatchObject({ status: 404, code: "model_not_found", param: "model" });
  });

  it("is retried only if it is temporary", async () => {
    stand().model.play([{ status: 500, message: "oops" }, "At last"]);
    expect((await client.chat.completions.create(ask("Hello?"))).choices[0]?.message.content).toBe("At last");
    stand().model.play([{ status: 400, message: "no such thing" }, "Never asked for"]);
    await expect(client.chat.completions.create(ask("Hello?"))).rejects.toBeInstanceOf(
      OpenAI.BadRequestError,
    );
    expect(stand().model.calls).toHaveLength(1);
  });

  it("reaches the client in the middle of a stream", async () => {
    stand().model.play([{ breaksAfter: "Half" }]);
    const stream = await client.chat.completions.create({ ...ask("Hello?"), stream: true });
    const read = async () => {
      for await (const _piece of stream) {
        // Read the stream until it fails.
      }
    };
    await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError);
  });
});

it("meters a request whose client aborts the stream", async () => {
  const before = stand().budget.records.length;
  let goOn: (value?: unknown) => void = () => {};
  const until = new Promise((resolve) => {
    goOn = resolve;
  });
  stand().model.play([{ first: "One", until, last: " two" }]);
  const stream = await client.chat.completions.create({ ...ask("Count"), stream: true });
  for await (const _piece of stream) break;
  goOn();
  await expect.poll(() => stand().budget.records.length).toBe(before + 1);
  expect(stand().budget.lastCall).toMatchObject({ promptTokens: 100, completionTokens: 20 });
});
