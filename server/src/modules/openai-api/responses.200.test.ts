import { ConversationList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { ECHO, HISTORIAN, useOpenAiApi } from "./openai-api.fixture.ts";

const stack = useOpenAiApi();

test("an agent answers a response, which can be read later", async () => {
  const { connect, register, upload } = stack();
  const caller = await register();
  const { model } = await upload(ECHO);
  const { responses } = connect(caller);
  const answer = await responses.create({ model, input: "the wine-dark sea", metadata: { topic: "Homer" } });
  expect(answer).toMatchObject({
    object: "response",
    status: "completed",
    model,
    output_text: "the wine-dark sea ",
    metadata: { topic: "Homer" },
  });
  expect(answer.usage?.total_tokens).toBe(
    (answer.usage?.input_tokens ?? 0) + (answer.usage?.output_tokens ?? 0),
  );
  const read = await responses.retrieve(answer.id);
  expect(read).toMatchObject({
    id: answer.id,
    status: "completed",
    output: answer.output,
    usage: answer.usage,
  });
  const stranger = await register();
  await expect(connect(stranger).responses.retrieve(answer.id)).rejects.toMatchObject({ status: 404 });
});

test("a stream of a response has the events that OpenAI's client collects into the answer", async () => {
  const { connect, register, upload } = stack();
  const caller = await register();
  const { model } = await upload(ECHO);
  const stream = connect(caller).responses.stream({ model, input: "one two" });
  const types: string[] = [];
  const numbers: number[] = [];
  for await (const event of stream) {
    types.push(event.type);
    numbers.push(event.sequence_number);
  }
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect([...new Set(types)]).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
  expect((await stream.finalResponse()).output_text).toBe("one two ");
});

test("a response continues the previous one, and both are turns of one conversation", async () => {
  const { connect, register, upload, client } = stack();
  const caller = await register();
  const { model } = await upload(HISTORIAN);
  const { responses } = connect(caller);
  const first = await responses.create({ model, input: "My name is Ada" });
  const second = await responses.create({ model, input: "What is it?", previous_response_id: first.id });
  expect(second.previous_response_id).toBe(first.id);
  const third = await responses.create({ model, input: "And now?", previous_response_id: second.id });
  expect(JSON.parse(third.output_text)).toEqual([
    "user: My name is Ada",
    `assistant: ${first.output_text}`,
    "user: What is it?",
    `assistant: ${second.output_text}`,
    "And now?",
  ]);
  // The first answer can be continued in another way, too.
  const branch = await responses.create({ model, input: "Again", previous_response_id: first.id });
  expect(JSON.parse(branch.output_text)).toHaveLength(3);
  const list = await client.get("/api/v1/conversations", { token: caller.token });
  expect(parseAnswer(ConversationList, list).conversations).toMatchObject([{ turns: 4 }]);

  const stranger = await register();
  await expect(
    connect(stranger).responses.create({ model, input: "hi", previous_response_id: first.id }),
  ).rejects.toMatchObject({ status: 400, param: "previous_response_id" });
});

test("a response in the background is read until it ends, and can be cancelled", async () => {
  const { connect, register, upload } = stack();
  const caller = await register();
  const { model } = await upload(
    "import time\n\ndef run(message: str) -> str:\n    time.sleep(30 if message == 'long' else 0)\n    return message\n",
  );
  const { responses } = connect(caller);
  const { id, status } = await responses.create({ model, input: "short", background: true });
  expect(status).toBe("in_progress");
  await expect
    .poll(() => responses.retrieve(id), { timeout: 15_000 })
    .toMatchObject({ status: "completed", output: [{ content: [{ text: "short" }] }] });
  const long = await responses.create({ model, input: "long", background: true });
  expect(await responses.cancel(long.id)).toMatchObject({ id: long.id, status: "cancelled", output: [] });
});

test("models are listed with their prices, the caller's own first, and found by both names", async () => {
  const { connect, register, upload } = stack();
  const { agentId, developer } = await upload(ECHO, { name: "Café Bot 2" });
  const own = await connect(developer).models.list();
  expect(own.data[0]).toMatchObject({
    id: `agent/${agentId}`,
    object: "model",
    owned_by: developer.username,
    canonical_slug: `${developer.username}/cafe-bot-2`,
    name: "Café Bot 2",
    pricing: { prompt: "0.0001", completion: "0.0001" },
  });
  const caller = await register();
  const { models, responses } = connect(caller);
  const ids: string[] = [];
  for await (const { id } of await models.list()) ids.push(id);
  expect(ids).toContain(`agent/${agentId}`);
  const bySlug = `${developer.username}/cafe-bot-2`;
  expect(await models.retrieve(bySlug)).toMatchObject({ id: `agent/${agentId}` });
  expect((await responses.create({ model: bySlug, input: "hi" })).output_text).toBe("hi ");
  expect((await responses.create({ model: `agent/${agentId}@1`, input: "hi" })).output_text).toBe("hi ");
  await expect(responses.create({ model: `agent/${agentId}@7`, input: "hi" })).rejects.toMatchObject({
    status: 404,
  });
});
