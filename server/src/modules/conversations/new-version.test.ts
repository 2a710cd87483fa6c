import { UploadReply } from "@stoa/contract";
import { expect, test, vi } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";
import { useConversations } from "./conversations.fixture.ts";

// The first sandbox of each framework needs time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const stack = useConversations();

/** A graph that counts its turns in its own state, and answers with the number and all messages. */
const THREAD = (name: string) => `
from typing import Annotated
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

class State(MessagesState):
    turns: int

def answer(state: State):
    turns = state.get("turns", 0) + 1
    words = ",".join(message.text for message in state["messages"])
    return {"turns": turns, "messages": [AIMessage(f"${name}{turns}[{words}]")]}

graph = StateGraph(State).add_node(answer).add_edge(START, "answer").compile(checkpointer=InMemorySaver())
`;
const HISTORY = `
def run(message: str, history: list[dict] = []):
    return ",".join([*(turn["content"] for turn in history), message])
`;
const AUTOGEN = (name: string) => `
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core.models import CreateResult, RequestUsage, UserMessage
from autogen_ext.models.replay import ReplayChatCompletionClient

class Repeats(ReplayChatCompletionClient):
    "Answers with everything that people have said."
    async def create(self, messages, **options):
        said = [m.content for m in messages if isinstance(m, UserMessage) and m.source == "user"]
        return CreateResult(finish_reason="stop", content=",".join(said), usage=RequestUsage(1, 1), cached=False)

team = RoundRobinGroupChat([AssistantAgent("${name}", Repeats(["x"]))], max_turns=1)
`;

/** Starts a conversation with the first version, and returns what publishes the next one. */
async function begin(source: string) {
  const { client, talk } = stack();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content: source } });
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const { id } = parseAnswer(UploadReply, uploaded).agent;
  const publish = async (next: string) => {
    const changed = new FormData();
    changed.set("file", new Blob([next]), "agent.py");
    const answer = await client.call("POST", `/api/v1/agents/${id}/versions`, { token, form: changed });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  };
  return { ...(await talk(id)), publish };
}

test("a new version continues the thread of the version before, and an older version can be chosen", async () => {
  const { say, publish } = await begin(THREAD("a"));
  expect((await say("one")).agent_output).toBe("a1[one]");
  await publish(THREAD("b"));
  const second = await say("two");
  expect(second).toMatchObject({ agent_output: "b2[one,a1[one],two]", metadata: { version: 2 } });
  const third = await say("three", { version: 1 });
  expect(third).toMatchObject({ metadata: { version: 1 } });
  expect(third.agent_output).toBe("a3[one,a1[one],two,b2[one,a1[one],two],three]");
});

test("a version that keeps no thread gets the text of the earlier turns, and so does the next thread", async () => {
  const { say, publish } = await begin(THREAD("a"));
  await say("one");
  await publish(HISTORY);
  expect((await say("two")).agent_output).toBe("one,a1[one],two");
  await publish(THREAD("c"));
  expect((await say("three")).agent_output).toBe("c1[one,a1[one],two,one,a1[one],two,three]");
});

test("an AutoGen team that cannot load the state of the version before starts without the earlier turns", async () => {
  const { say, publish } = await begin(AUTOGEN("writer"));
  await say("one");
  expect((await say("two")).agent_output).toBe("one,two");
  await publish(AUTOGEN("critic"));
  expect(await say("three")).toMatchObject({ success: true, agent_output: "three" });
  expect((await say("four")).agent_output).toBe("three,four");
});
