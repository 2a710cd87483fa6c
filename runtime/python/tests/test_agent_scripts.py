"""Tests files whose main function creates an agent and runs it on a fixed task."""

import pytest

from stoa_sandbox.inspection.file import inspect_source

LANGCHAIN = '''
import asyncio
from langchain.agents import create_agent
from langchain_core.prompts import ChatPromptTemplate
from langchain_mcp_adapters.client import MultiServerMCPClient

client = MultiServerMCPClient({"math": {"transport": "streamable_http", "url": "https://mcp.example.com/mcp"}})
'''
AGENTS_SDK = '''
import asyncio
from agents import Agent, Runner
from agents.mcp import MCPServer, MCPServerStreamableHttp
'''
MAIN = LANGCHAIN + '''
async def main():
    tools = await client.get_tools()
    agent = create_agent("openai:gpt-4.1", tools)
    math_response = await agent.ainvoke({"messages": "what's (3 + 5) x 12?"})
    weather_response = await agent.ainvoke({"messages": "what is the weather in nyc?"})
    print(math_response, weather_response)

if __name__ == "__main__":
    asyncio.run(main())
'''


def entry(source):
    found = inspect_source(source).get("entry")
    return None if found is None else (found["kind"], found["name"])


def test_message_replaces_the_input_of_the_first_run_in_main():
    found = inspect_source(MAIN)
    assert (found["entry"]["kind"], found["entry"]["name"]) == ("script", "main")
    assert [item["name"] for item in found["parameters"]] == ["message", "files"]
    assert found["declaration"]["examples"] == [{"message": "what's (3 + 5) x 12?"}]
    described = "Function main, which runs a LangChain agent; the message replaces its task"
    assert found["entryDescription"] == described
    assert '"langchain-mcp-adapters",' in found["offeredScript"]


def test_main_takes_precedence_over_a_function_that_gets_a_server_from_main():
    source = AGENTS_SDK + '''
async def run(mcp_server: MCPServer):
    agent = Agent(name="Assistant", mcp_servers=[mcp_server])
    result = await Runner.run(starting_agent=agent, input="Add 7 and 22.")
    print(result.final_output)

async def main():
    async with MCPServerStreamableHttp(params={"url": "https://mcp.example.com/mcp"}) as server:
        await run(server)
'''
    found = inspect_source(source)
    assert (found["entry"]["kind"], found["entry"]["name"]) == ("script", "main")
    assert found["declaration"]["examples"] == [{"message": "Add 7 and 22."}]
    assert found["entryDescription"].startswith("Function main, which runs an OpenAI Agents SDK agent")


@pytest.mark.parametrize(
    ("functions", "expected"),
    [
        # A function that takes a string is the agent, and the function that calls it only tries it out.
        (
            "async def ask(question: str):\n    agent = create_agent('gpt-4o', [])\n    return await agent.ainvoke(question)\n"
            "async def main():\n    print(await ask('What is 3 + 5?'))\n",
            ("function", "ask"),
        ),
        # A program for a terminal keeps its own inputs.
        (
            "def main():\n    agent = create_agent('gpt-4o', [])\n    while True:\n        print(agent.invoke(input()))\n",
            ("terminal", "main"),
        ),
        # There are two agents, and neither is part of the other.
        (
            "def main():\n    one = create_agent('gpt-4o', [])\n    two = create_agent('gpt-4o', [])\n"
            "    print(two.invoke({'messages': one.invoke({'messages': 'Hi'})}))\n",
            None,
        ),
        # A function that takes a string takes precedence over one that only shows how to use the agent.
        (
            "def answer(text: str):\n    return create_agent('gpt-4o', []).invoke(text)\n"
            "def demo():\n    agent = create_agent('gpt-4o', [])\n    print(agent.invoke('Hi'))\n",
            ("function", "answer"),
        ),
        # All inputs of the chain are computed.
        ("def main():\n    chain = ChatPromptTemplate.from_template('{a}') | f\n    print(chain.invoke({'a': load()}))\n", None),
        ("agent = create_agent('gpt-4o', [])\nasync def main():\n    await agent.ainvoke('Hi')\n", ("object", "agent")),
    ],
)
def test_main_is_the_entry_point_only_if_it_runs_an_agent_on_a_fixed_task(functions, expected):
    assert entry(LANGCHAIN + functions) == expected


def test_placeholders_of_a_crew_that_main_creates_are_inputs():
    source = (
        "from crewai import Agent, Crew, Task\n"
        "def main():\n    writer = Agent(role='Writer on {topic}', goal='g', backstory='b')\n"
        "    task = Task(description='Write about {topic}', expected_output='A text', agent=writer)\n"
        "    crew = Crew(agents=[writer], tasks=[task])\n    print(crew.kickoff(inputs={'topic': 'bees'}))\n"
    )
    found = inspect_source(source)
    assert (entry(source), found["declaration"]["examples"]) == (("script", "main"), [{"topic": "bees"}])


def test_fields_that_the_function_computes_are_not_inputs():
    source = LANGCHAIN + (
        "def main():\n    chain = ChatPromptTemplate.from_template('{context} {question}') | f\n"
        "    for part in chain.stream({'context': load(), 'question': 'Why?'}):\n        print(part)\n"
    )
    found = inspect_source(source)
    assert [item["name"] for item in found["parameters"]] == ["question", "files"]
    assert found["declaration"]["examples"] == [{"question": "Why?"}]


def run(source, given):
    pytest.importorskip("langchain", reason="needs the langchain environment")
    from framework_runs import run_file
    from test_langchain import MODELS

    return run_file(MODELS + source, given)


def test_agent_in_main_answers_the_caller_and_main_stops_after_the_answer():
    found = run(
        "closed = []\n"
        "class Session:\n"
        "    async def __aenter__(self): return self\n"
        "    async def __aexit__(self, *_): print('closed')\n"
        "async def main():\n"
        "    async with Session():\n"
        "        agent = create_agent(says('one two', 'never'), tools=[])\n"
        "        async for part in agent.astream({'messages': 'Hi'}):\n            print(part)\n"
        "        await agent.ainvoke({'messages': 'Again'})\n",
        {"message": "hello"},
    )
    assert found.pieces == ["one", " ", "two"]
    assert found.result == "one two"


def test_chain_receives_computed_fields_together_with_the_callers_input():
    source = (
        "def load(): return 'documents'\n"
        "def main():\n"
        "    chain = ChatPromptTemplate.from_template('{context} {question}') | (lambda prompt: prompt.to_string())\n"
        "    print(chain.invoke({'context': load(), 'question': 'Why?'}))\n"
    )
    assert run(source, {"question": "How?"}).result == "Human: documents How?"


def test_instructions_of_the_agent_come_before_the_callers_message():
    source = (
        "def main():\n"
        "    echo = lambda state: {'messages': [AIMessage(' '.join(m.text for m in state['messages']))]}\n"
        "    agent = StateGraph(MessagesState).add_node('echo', echo).add_edge(START, 'echo').compile()\n"
        "    agent.invoke({'messages': [('system', 'Be brief.'), ('user', 'Hi')]})\n"
    )
    assert run(source, {"message": "hello"}).result == "Be brief. hello"


def test_exception_of_the_agent_fails_the_run_even_if_the_file_prints_it():
    source = (
        "def main():\n"
        "    try:\n"
        "        agent = create_agent(says(), tools=[])\n"
        "        print(agent.invoke({'messages': 'Hi'}))\n"
        "    except Exception as error:\n        print('Error:', error)\n"
    )
    with pytest.raises(Exception, match="StopIteration|generator|exhausted|coroutine"):
        run(source, {"message": "hello"})
