import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LAUNCHERS, openTestRuntime, runAgent, type TestRuntime } from "./testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "./testing/test-environments.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const limits = { memoryBytes: 512 * 1024 * 1024, processes: 32 };
const environmentsDirectory = getTestEnvironmentsDirectory();

const found = await openTestRuntime({ environmentsDirectory, parents: "never" });
const { langchain, autogen } = found.runtimes;
const arePresent = langchain.getStatus().available && autogen.getStatus().available;
await found.close();

const THREAD = `
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import START, MessagesState, StateGraph
def answer(state): return {"messages": [("ai", " ".join(m.content for m in state["messages"] if m.type == "human"))]}
graph = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").compile(checkpointer=MemorySaver())
`;
const TEAM = `
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core.models import CreateResult, RequestUsage, UserMessage
from autogen_ext.models.replay import ReplayChatCompletionClient
class Echo(ReplayChatCompletionClient):
    async def create(self, messages, **options):
        text = " ".join(m.content for m in messages if isinstance(m, UserMessage) and m.source == "user")
        return CreateResult(finish_reason="stop", content=text, usage=RequestUsage(1, 1), cached=False)
team = RoundRobinGroupChat([AssistantAgent("writer", Echo(["x"]))], max_turns=1)
`;

describe.runIf(arePresent).each(LAUNCHERS)("a conversation in %s", (_name, parents) => {
  let test: TestRuntime;

  beforeAll(async () => {
    test = await openTestRuntime({ environmentsDirectory, parents });
  });
  afterAll(() => test.close());

  it.each([
    ["the thread of a LangGraph graph", "langchain", THREAD, "thread"],
    ["the state of an AutoGen team", "autogen", TEAM, "state"],
  ] as const)("continues %s in each run", async (_kind, framework, source, memory) => {
    const { entry } = await test.runtimes[framework].inspect(source);
    expect(entry).toMatchObject({ memory });
    if (!entry) throw new Error("The file has no entry point.");
    let state: string | undefined;
    for (const [message, output] of [
      ["one", "one"],
      ["two", "one two"],
      ["three", "one two three"],
    ] as const) {
      // Without a history, the answer can only come from the state.
      const conversation = { id: "conv_1", history: [], ...(state !== undefined && { state }) };
      const changes = { entry, input: { message }, conversation, limits };
      const { receipt } = await runAgent(test.runtimes[framework], source, changes);
      expect(receipt.error?.developerDetail).toBeUndefined();
      expect(receipt).toMatchObject({ outcome: "completed", output });
      ({ state } = receipt);
    }
  });
});
