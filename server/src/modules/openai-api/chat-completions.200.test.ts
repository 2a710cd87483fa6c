import { ExecutionResult, UsageHistory } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { ECHO, HISTORIAN, useOpenAiApi } from "./openai-api.fixture.ts";

const stack = useOpenAiApi();

const ask = (model: string, content: string) => ({ model, messages: [{ role: "user" as const, content }] });

test("an agent answers a chat completion, and its usage is the receipt of the run", async () => {
  const { connect, register, upload, client } = stack();
  const caller = await register();
  const { model, agentId } = await upload(ECHO);
  const answer = await connect(caller).chat.completions.create(ask(model, "the wine-dark sea"));

  expect(answer).toMatchObject({
    object: "chat.completion",
    model,
    choices: [
      { index: 0, message: { role: "assistant", content: "the wine-dark sea " }, finish_reason: "stop" },
    ],
  });
  const runId = answer.id.replace("chatcmpl-", "");
  const run = parseAnswer(
    ExecutionResult,
    await client.get(`/api/v1/execute/runs/${runId}`, { token: caller.token }),
  );
  expect(run.metadata.agent_id).toBe(agentId);
  const { usage } = answer;
  expect(usage).toMatchObject({ total_tokens: run.tokens_used, cost: run.total_cost });
  expect(usage?.prompt_tokens).toBeGreaterThan(0);
  expect((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0)).toBe(usage?.total_tokens);
  expect(run.total_cost).toBeGreaterThan(0);
});

test("a stream sends the agent's text as it comes, and the usage at the end if it is requested", async () => {
  const { connect, register, upload } = stack();
  const caller = await register();
  const { model } = await upload(ECHO);
  const stream = await connect(caller).chat.completions.create({
    ...ask(model, "one two three"),
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  const texts = chunks.map(({ choices }) => choices[0]?.delta.content ?? "");
  expect(texts.join("")).toBe("one two three ");
  expect(chunks[0]?.choices[0]?.delta).toEqual({ role: "assistant", content: "" });
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
});

test("an agent receives the earlier messages, and the caller's instructions with the message", async () => {
  const { connect, register, upload } = stack();
  const caller = await register();
  const { model } = await upload(HISTORIAN);
  const messages = [
    { role: "system" as const, content: "Be brief" },
    { role: "user" as const, content: "My name is Ada" },
    { role: "assistant" as const, content: "Hello Ada" },
    { role: "user" as const, content: [{ type: "text" as const, text: "What is my name?" }] },
  ];
  const answer = await connect(caller).chat.completions.create({ model, messages });
  expect(JSON.parse(answer.choices[0]?.message.content ?? "")).toEqual([
    "user: My name is Ada",
    "assistant: Hello Ada",
    "Be brief\n\nWhat is my name?",
  ]);
  const alone = await connect(caller).chat.completions.create(ask(model, "Be brief\n\nWhat is my name?"));
  expect(answer.usage?.prompt_tokens).toBeGreaterThan(alone.usage?.prompt_tokens ?? 0);
});

test("the message goes to the only input that the agent needs, whatever its name", async () => {
  const { connect, register, upload } = stack();
  const caller = await register();
  const { model } = await upload(
    "def run(topic: str, words: int = 3) -> str:\n    return f'{topic}, {words}'\n",
  );
  const answer = await connect(caller).chat.completions.create({
    ...ask(model, "whales"),
    // @ts-expect-error A field of Stoa's, which clients send beside OpenAI's own.
    input_data: { words: 5 },
  });
  expect(answer.choices[0]?.message.content).toBe("whales, 5");
});

test("max_completion_tokens limits the tokens of a run, and the answer says that it was cut off", async () => {
  const { connect, register, upload } = stack();
  const caller = await register();
  const { model } = await upload(
    "def run(message: str):\n    for n in range(2000):\n        yield f'{n} '\n",
  );
  const answer = await connect(caller).chat.completions.create({
    ...ask(model, "count"),
    max_completion_tokens: 40,
  });
  expect(answer.choices[0]?.finish_reason).toBe("length");
  expect(answer.usage?.completion_tokens).toBeLessThanOrEqual(40);
  expect(answer.choices[0]?.message.content).toMatch(/^0 1 2 /);
});

test("an agent reads a file of the message, and its own file is a link in the answer", async () => {
  const { connect, register, upload, url } = stack();
  const caller = await register();
  const { model } = await upload(`import os, pathlib

def run(table: pathlib.Path, message: str = "") -> str:
    text = table.read_text()
    pathlib.Path(os.environ["STOA_OUTPUT_DIR"], "copy.csv").write_text(text)
    return f"{len(text.splitlines())} lines"
`);
  const file_data = `data:text/csv;base64,${Buffer.from("a,b\n1,2\n").toString("base64")}`;
  const answer = await connect(caller).chat.completions.create({
    model,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "How long is it?" },
          { type: "file", file: { filename: "table.csv", file_data } },
        ],
      },
    ],
  });
  const content = answer.choices[0]?.message.content ?? "";
  expect(content).toMatch(/^2 lines\n\n\[copy\.csv\]\(\S+\)$/);
  const { pathname, search } = new URL(/\((\S+)\)$/.exec(content)?.[1] ?? "");
  expect(await (await fetch(url + pathname + search)).text()).toBe("a,b\n1,2\n");
});

test("an agent that declares the form of its answer gives the JSON that a client parses", async () => {
  const { connect, register, upload } = stack();
  const caller = await register();
  const declaration = {
    stoa: 1,
    name: "Mood",
    description: "Names moods.",
    instructions: "Name the mood.",
    output: { type: "object", properties: { mood: { type: "string" } }, required: ["mood"] },
  };
  const { model } = await upload(JSON.stringify(declaration), {}, "mood.json");
  const schema = (property: string) => ({
    ...ask(model, "I am glad"),
    response_format: {
      type: "json_schema" as const,
      json_schema: {
        name: "answer",
        schema: { type: "object", properties: { [property]: { type: "string" } }, required: [property] },
      },
    },
  });
  const answer = await connect(caller).chat.completions.parse(schema("mood"));
  expect(answer.choices[0]?.message.parsed).toHaveProperty("mood");
  await expect(connect(caller).chat.completions.create(schema("weather"))).rejects.toMatchObject({
    status: 400,
    param: "response_format",
    message: expect.stringContaining('no "weather", but: mood'),
  });
});

test("a request that is repeated with its Idempotency-Key is one run", async () => {
  const { connect, register, upload, client } = stack();
  const caller = await register();
  const { model } = await upload(ECHO);
  const options = { headers: { "Idempotency-Key": "once" } };
  const first = await connect(caller).chat.completions.create(ask(model, "again"), options);
  const second = await connect(caller).chat.completions.create(ask(model, "again"), options);
  expect(second.id).toBe(first.id);
  await expect(connect(caller).chat.completions.create(ask(model, "other"), options)).rejects.toMatchObject({
    status: 422,
    code: "idempotency_mismatch",
  });
  const history = await client.get("/api/v1/execute/my-usage", { token: caller.token });
  expect(parseAnswer(UsageHistory, history).total).toBe(1);
});
