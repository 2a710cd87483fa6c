import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent, Conversation, ExecutionResult, TurnList, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SEED } from "../../server/src/commands/paths.ts";
import { createFile } from "../../workflow/testing/converse.ts";
import { agentForm } from "../api/world.ts";
import { startScriptedModel } from "../frameworks/scripted-model.ts";
import { Client, parseAnswer } from "../harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";

const HISTORY = `import time


def run(message: str, history: list[dict]):
    if message == "wait":
        time.sleep(60)
    said = [turn["content"] for turn in history if turn["role"] == "user"]
    return "You said: " + ", ".join([*said, message])
`;

const CHECKPOINTER = `from langchain.agents import create_agent
from langgraph.checkpoint.memory import InMemorySaver

agent = create_agent("openai:gpt-4o", tools=[], system_prompt="Repeat it.", checkpointer=InMemorySaver())
`;

const TEAM = `from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_ext.models.openai import OpenAIChatCompletionClient

model = OpenAIChatCompletionClient(model="gpt-4o")
team = RoundRobinGroupChat(
    [AssistantAgent("helper", model_client=model)], termination_condition=MaxMessageTermination(2)
)
`;

/** A workflow that asks a question. */
const ASKING = JSON.stringify(
  createFile(
    [
      { name: "Start", type: "@n8n/n8n-nodes-langchain.chatTrigger", version: 1.1 },
      {
        name: "Ask",
        type: "wait",
        version: 1.1,
        parameters: {
          resume: "form",
          formTitle: "Which color?",
          formFields: { values: [{ fieldLabel: "Color" }] },
        },
      },
      {
        name: "End",
        type: "set",
        version: 3.4,
        parameters: {
          mode: "raw",
          jsonOutput: "={{ { text: $('Start').item.json.chatInput + ' ' + $json.Color } }}",
          options: {},
        },
      },
    ],
    ["Start -> Ask", "Ask -> End"],
  ),
);

const WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** After this turn, the server is stopped and started again. */
const RESTART_AFTER = 5;

const model = await startScriptedModel();
const home = createTemporaryHome();
let server: ServerProcess;
let client: Client;

beforeAll(async () => {
  // The model repeats all messages of the person that it gets.
  model.play((body) => {
    const texts = (body.messages as { role: string; content: unknown }[])
      .filter(({ role }) => role === "user")
      .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
    return `You said: ${texts.join(", ")}`;
  });
  server = await ServerProcess.start(home, {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_DEFAULT_MODEL: "gpt-4o",
    STOA_RATE_LIMIT_FACTOR: "100",
  });
  client = new Client(server.url);
});
afterAll(async () => {
  await server?.stop();
  removeHome(home);
  await model.close();
});

/** Uploads an agent and starts a conversation of another person with it. */
async function begin(filename: string, content: string) {
  const developer = await client.register();
  const form = agentForm({ price_per_token: "0.00005" }, new File([content], filename));
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const agentId = parseAnswer(UploadReply, uploaded).agent.id;
  const { memory } = parseAnswer(Agent, await client.get(`/api/v1/agents/${agentId}`));
  const { token } = await client.register();
  const created = await client.post("/api/v1/conversations", { agent_id: agentId }, { token });
  const { id } = parseAnswer(Conversation, created);
  const say = async (message: string, more: object = {}) => {
    const json = { agent_id: agentId, input_data: { message }, conversation_id: id, ...more };
    const result = parseAnswer(ExecutionResult, await client.post("/api/v1/execute/run", json, { token }));
    expect(result.detail ?? "", `${filename}: ${message}`).toBe("");
    return result.agent_output;
  };
  /** Says something without waiting for the answer. */
  const start = async (message: string) => {
    const json = { agent_id: agentId, input_data: { message }, conversation_id: id };
    const started = await client.post("/api/v1/execute/run", json, {
      token,
      headers: { prefer: "respond-async" },
    });
    expect(started.status).toBe(202);
  };
  const listTurns = async () =>
    parseAnswer(TurnList, await client.get(`/api/v1/conversations/${id}/turns`, { token })).turns;
  const exportAccount = async () => client.get("/api/v1/users/export", { token });
  return { filename, memory, say, start, listTurns, exportAccount };
}

test("conversations of ten turns continue after a restart of the server", { timeout: 180_000 }, async () => {
  const conversations = [
    await begin("history.py", HISTORY),
    await begin("checkpointer.py", CHECKPOINTER),
    await begin("team.py", TEAM),
    await begin("n8n-agent.json", await readFile(join(SEED, "templates", "n8n-agent.json"), "utf8")),
  ];
  expect(conversations.map(({ memory }) => memory)).toEqual(["history", "thread", "state", "session"]);
  const asking = await begin("asking.json", ASKING);
  for (const [index, word] of WORDS.entries()) {
    const all = WORDS.slice(0, index + 1).join(", ");
    if (index === RESTART_AFTER) {
      expect(await asking.say("shoes")).toBe("Which color?\n\nColor");
      await server.stop();
      await server.startAgain();
      expect(await asking.say("red")).toBe("shoes red");
    }
    for (const { filename, say } of conversations) {
      // The memory of the template has a window of eight turns.
      const expected =
        filename === "n8n-agent.json" ? WORDS.slice(Math.max(0, index - 8), index + 1).join(", ") : all;
      expect(await say(word), filename).toBe(`You said: ${expected}`);
    }
  }
  // The state of a thread can contain its developer's prompts, so a caller's export has only messages and answers.
  const exported = JSON.stringify((await conversations[1]?.exportAccount())?.body);
  expect(exported).toContain("You said: one");
  expect(exported).not.toContain('"state"');
  // An edited turn sees only what came before it.
  for (const { filename, say } of conversations)
    expect(await say("3", { parent_turn: 2 }), filename).toBe("You said: one, two, 3");
});

test("a turn whose server is killed has failed, cost nothing, and can be retried", {
  timeout: 120_000,
}, async () => {
  const { say, start, listTurns } = await begin("killed.py", HISTORY);
  await say("one");
  await start("wait");
  await server.kill();
  await server.startAgain();
  const [killed] = await listTurns();
  expect(killed).toMatchObject({ turn: 2, parent: 1, message: "wait", status: "failed", cost: 0 });
  expect(await say("two", { parent_turn: 1 })).toBe("You said: one, two");
  expect(await say("three")).toBe("You said: one, two, three");
  expect((await listTurns()).map(({ turn, parent }) => [turn, parent])).toEqual([
    [4, 3],
    [3, 1],
    [2, 1],
    [1, null],
  ]);
});
