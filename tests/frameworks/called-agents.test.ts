import { ExecutionResult } from "@stoa/contract";
import { afterAll, expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { run, uploadSource } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const model = await startScriptedModel();
const server = useTestServer({ env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-operators" } });
afterAll(() => model.close());

const SUMMARIZER = `def run(text: str) -> str:
    if text == "First":
        raise ValueError("no sentence")
    return text.split(".")[0] + "."
`;

/** Returns the LangChain agent that docs/langchain-and-autogen.md shows. */
const writeInLangChain = (summarizer: number) => `import stoa
from langchain.agents import create_agent
from langchain_core.tools import tool

STOA_AGENTS = [${summarizer}]

@tool
def summarize(text: str) -> str:
    """Summarizes one article in a few sentences."""
    return stoa.run_agent(${summarizer}, text=text).output

agent = create_agent(model="openai:gpt-5-mini", tools=[summarize])
`;

const writeInAutoGen = (summarizer: number) => `import stoa
from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

STOA_AGENTS = [${summarizer}]

async def summarize(text: str) -> str:
    """Summarizes one article in a few sentences."""
    return (await stoa.arun_agent(${summarizer}, text=text)).output

agent = AssistantAgent(
    "editor",
    model_client=OpenAIChatCompletionClient(model="gpt-4o"),
    tools=[summarize],
    reflect_on_tool_use=True,
)
`;

async function runBoth(write: (summarizer: number) => string, text: string) {
  const summarizer = await uploadSource(server(), "summarizer.py", SUMMARIZER);
  const editor = await uploadSource(server(), "editor.py", write(summarizer.id));
  model.play([{ tool: "summarize", args: { text } }, "I have edited it."]);
  const { result } = await run(server(), editor, { message: "Edit this." });
  return { summarizer, result: ExecutionResult.parse(result), modelCall: JSON.stringify(model.calls.at(-1)) };
}

it.each([
  ["LangChain", writeInLangChain],
  ["AutoGen", writeInAutoGen],
])("a tool of %s runs another agent and passes its answer to the model", async (_, write) => {
  const { summarizer, result, modelCall } = await runBoth(write, "First. Second.");
  expect(result).toMatchObject({ success: true, agent_output: "I have edited it." });
  expect(result.called_runs).toMatchObject([{ agent_id: summarizer.id, status: "completed" }]);
  expect(result.total_cost).toBeGreaterThan(result.cost);
  expect(modelCall).toContain('"First."');
});

it("in LangChain, the failure of a called agent fails the run, at no cost", async () => {
  const { summarizer, result } = await runBoth(writeInLangChain, "First");
  expect(result).toMatchObject({ success: false, status: "failed", total_cost: 0 });
  expect(result.detail).toContain("AgentCallError: ");
  expect(result.called_runs).toMatchObject([{ agent_id: summarizer.id, status: "failed", cost: 0 }]);
});

it("in AutoGen, the failure of a called agent is passed to the model", async () => {
  const { summarizer, result, modelCall } = await runBoth(writeInAutoGen, "First");
  expect(result).toMatchObject({ success: true, agent_output: "I have edited it." });
  expect(result.called_runs).toMatchObject([{ agent_id: summarizer.id, status: "failed", cost: 0 }]);
  expect(modelCall).toContain("no sentence");
});
