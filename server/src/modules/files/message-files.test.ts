import { Conversation, ExecutionResult, MESSAGE_FILE_LIMITS } from "@stoa/contract";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startScriptedModel } from "../../../../tests/frameworks/scripted-model.ts";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { useFilesOfRuns } from "./files-of-runs.fixture.ts";

const model = await startScriptedModel();
const stack = useFilesOfRuns({ OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-operators" });
afterAll(() => model.close());
beforeEach(() => model.play(() => "A cat"));

/** Returns the beginning of a PNG, which is enough for its type, with this many bytes. */
function createPng(bytes = 100): Buffer<ArrayBuffer> {
  const chunks =
    "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0001\0\0\0\u0001\b\u0002\0\0\0\u0090wS\u00de\0\0\0\fIDAT";
  return Buffer.concat([Buffer.from(chunks, "latin1")], bytes);
}

const MAX_BYTES = MESSAGE_FILE_LIMITS.imageBytes;
const PNG = createPng();
const URL_OF_PNG = `data:image/png;base64,${PNG.toString("base64")}`;
const PART = { type: "image_url", image_url: { url: URL_OF_PNG } };

const FUNCTION = `
from openai import OpenAI

def run(messages: list[dict]):
    answer = OpenAI().chat.completions.create(model="gpt-4o", messages=messages)
    return answer.choices[0].message.content
`;
const THREAD = `
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

model = ChatOpenAI(model="gpt-4o")

def answer(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}

graph = StateGraph(MessagesState).add_node(answer).add_edge(START, "answer").compile(checkpointer=InMemorySaver())
`;

const sentMessages = () => model.calls.at(-1)?.messages;

/** Opens a conversation in which a person sends messages with files. */
async function talk(person: Person, agentId: number) {
  const { client } = stack();
  const { token } = person;
  const created = await client.post("/api/v1/conversations", { agent_id: agentId }, { token });
  const conversation_id = parseAnswer(Conversation, created).id;
  return async (message: string, files?: string[]) => {
    const input_data = { message, ...(files && { files }) };
    const body = { agent_id: agentId, input_data, conversation_id };
    return parseAnswer(ExecutionResult, await client.post("/api/v1/execute/run", body, { token }));
  };
}

test.each([
  ["a function with messages", FUNCTION],
  ["a LangGraph thread", THREAD],
])(
  "an image that a person sends to %s reaches the model, also in the next turn, and is charged",
  async (_kind, source) => {
    const { client, upload, store } = stack();
    const { agent } = await upload(source);
    expect(agent.input_params.at(-1)).toMatchObject({ name: "files", type: "files", required: false });
    const person = await client.register();
    const image = await store(person, "cat.png", PNG);
    const say = await talk(person, agent.id);
    const first = await say("What is it?", [image.id]);
    expect(first).toMatchObject({ success: true, agent_output: "A cat", tokens_used: 120 });
    expect(first.total_cost).toBeGreaterThan(0);
    const asked = { role: "user", content: [{ type: "text", text: "What is it?" }, PART] };
    expect(sentMessages()).toMatchObject([asked]);
    expect(await say("Sure?")).toMatchObject({ success: true });
    expect(sentMessages()).toMatchObject([
      asked,
      { role: "assistant", content: "A cat" },
      { role: "user", content: "Sure?" },
    ]);
  },
);

test("an earlier image that was deleted, or that does not fit beside a new one, becomes a note", async () => {
  const { client, upload, store } = stack();
  const { agent } = await upload(FUNCTION);
  const person = await client.register();
  const images = [
    await store(person, "deleted.png", PNG),
    await store(person, "large.png", createPng(MAX_BYTES)),
  ];
  const say = await talk(person, agent.id);
  for (const image of images) await say("Look", [image.id]);
  const { token } = person;
  await client.call("DELETE", `/api/v1/files/${images[0]?.id}`, { token });
  const newest = await store(person, "new.png", PNG);
  await say("Compare", [newest.id]);
  expect(sentMessages()).toMatchObject([
    { role: "user", content: "Look\n[a file that no longer exists]" },
    {},
    { role: "user", content: "Look\n[image: large.png]" },
    {},
    { role: "user", content: [{ text: "Compare" }, { type: "image_url" }] },
  ]);
});

test("a text that a person sends becomes part of the message", async () => {
  const { client, upload, store, run } = stack();
  const { agent } = await upload(FUNCTION);
  const person = await client.register();
  const file = await store(person, "notes.txt", "bring milk");
  await run(person, agent.id, { message: "Read", files: [file.id] });
  const content = 'Read\n\n<file name="notes.txt">\nbring milk\n</file>';
  expect(sentMessages()).toEqual([{ role: "user", content }]);
});

test("a file that no model reads, and images that are too large, are refused before the run", async () => {
  const { client, upload, store, execute } = stack();
  const { agent } = await upload(FUNCTION);
  const person = await client.register();
  const pdf = await store(person, "report.png", "%PDF-1.7\n");
  const large = await store(person, "large.png", createPng(MAX_BYTES + 1));
  for (const [file, words] of [
    [pdf, "report.png is of the type application/pdf. Convert it"],
    [large, "large.png is too large. All images of a message together can have 5"],
  ] as const)
    expect(await execute(person, agent.id, { message: "Look", files: [file.id] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "input_data.files", message: expect.stringContaining(words) }] },
    });
  expect(model.calls).toEqual([]);
});
