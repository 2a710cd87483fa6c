import { describe, expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";

const server = useTestServer({});

const LANGCHAIN = `from langchain.agents import create_agent
from langchain.tools import tool

@tool
def search(query: str, limit: int) -> str:
    """Searches the shop."""
    BODY

@tool
def today() -> str:
    """Says which day it is."""
    return "Monday"

agent = create_agent("openai:gpt-4o-mini", tools=[search, today])
`;
const AUTOGEN = `from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

async def search(query: str, limit: int) -> str:
    """Searches the shop."""
    BODY

def today() -> str:
    """Says which day it is."""
    return "Monday"

agent = AssistantAgent("helper", OpenAIChatCompletionClient(model="gpt-4o-mini"), tools=[search, today])
`;

async function startTrial(source: string, body: string) {
  const { client } = server();
  const { token } = await client.register();
  const form = new FormData();
  const fields = {
    name: `Shop ${Math.random()}`,
    description: "Searches a shop.",
    documentation: "An agent with two tools, each of which is called once in the trial run of its upload.",
    category: "general",
    price_per_token: "0.00005",
    // The trial run's model accepts every model name. Another check tests which models the server offers.
    allow_missing_models: "true",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([source.replace("BODY", body)]), "agent.py");
  const answer = await client.call("POST", "/api/v1/agents/upload", { form, token });
  return Object(answer.body).checks.find(({ name }: { name: string }) => name === "trial_run");
}

const FAULTS: readonly [what: string, body: string, detail: RegExp][] = [
  [
    "a missing package",
    "import yfinance",
    /search cannot work here: it imports a package .*No module named 'yfinance'/,
  ],
  [
    "an external server",
    'import urllib.request; return str(urllib.request.urlopen("https://example.com"))',
    /search cannot work here: it calls a server that the agent does not declare/,
  ],
  [
    "another program",
    'import subprocess; return subprocess.run(["no-such-program"], capture_output=True, text=True).stdout',
    /search cannot work here: it starts a program that is not installed/,
  ],
  ["keyboard input", 'return input("May I? ")', /search cannot work here: it asks for keyboard input/],
];

/** The short suite tests each fault with one of the frameworks, because both report it in the same way. */
const LONG = Boolean(process.env.STOA_TEST_LONG);

describe.each([
  ["LangChain", LANGCHAIN, LONG ? FAULTS : FAULTS.slice(0, 2)],
  ["AutoGen", AUTOGEN, LONG ? FAULTS : FAULTS.slice(2)],
])("the trial run of a %s agent", (framework, source, faults) => {
  it("calls each tool once and reports the calls", async () => {
    expect(await startTrial(source, 'return f"{limit} of {query}"')).toMatchObject({
      status: "passed",
      detail: expect.stringMatching(/^Completed in .* s\. The agent called its tools search, today$/),
    });
  });

  it.each(faults)("is refused for a tool that needs %s", async (_what, body, detail) => {
    expect(await startTrial(source, body)).toMatchObject({
      status: "failed",
      detail: expect.stringMatching(detail),
    });
  });

  it.runIf(LONG || framework === "LangChain")(
    "accepts a tool that raises because of generated arguments, and reports it",
    async () => {
      expect(await startTrial(source, 'raise ValueError("no such article")')).toMatchObject({
        status: "passed",
        detail: expect.stringMatching(
          /search raised ValueError: no such article when called with made-up arguments$/,
        ),
      });
    },
  );
});

it("a LangGraph agent that asks a person for input passes, because it can ask in a conversation", async () => {
  const source = LANGCHAIN.replace(
    "agent = ",
    "from langgraph.types import interrupt\nfrom langgraph.checkpoint.memory import InMemorySaver\nagent = ",
  ).replace("today])", "today], checkpointer=InMemorySaver())");
  expect(await startTrial(source, 'return interrupt("May I?")')).toMatchObject({
    status: "passed",
  });
});
