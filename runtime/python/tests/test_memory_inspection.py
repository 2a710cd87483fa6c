"""What the inspection says about the memory of frameworks' objects."""

import pytest
from stoa_sandbox.inspection.file import inspect_source

HEAD = (
    "from typing import Annotated, TypedDict\nfrom langchain.agents import create_agent\n"
    "from deepagents import create_deep_agent\nfrom langgraph.prebuilt import create_react_agent\n"
    "from langgraph.checkpoint.memory import InMemorySaver, MemorySaver\nfrom langgraph.checkpoint.sqlite import SqliteSaver\n"
    "from langgraph.graph import END, START, MessagesState, StateGraph, add_messages\nfrom langgraph.func import entrypoint\n"
    "from langgraph_supervisor import create_supervisor\n"
    "from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder\nfrom langchain_openai import ChatOpenAI\n"
    "model = ChatOpenAI()\n"
)


def memory_of(source, head=HEAD):
    return inspect_source(head + source)["entry"].get("memory")


@pytest.mark.parametrize(
    "source",
    [
        "graph = StateGraph(MessagesState).compile(checkpointer=MemorySaver())",
        "graph = StateGraph(MessagesState).compile(MemorySaver())",
        "memory = InMemorySaver()\nb = StateGraph(MessagesState)\nb.add_node('a', print)\ngraph = b.compile(checkpointer=memory)",
        "graph = StateGraph(dict).compile(checkpointer=MemorySaver())",
        "with SqliteSaver.from_conn_string(':memory:') as saver:\n    graph = StateGraph(MessagesState).compile(checkpointer=saver)",
        "agent = create_agent(model, tools=[], checkpointer=InMemorySaver())",
        "agent = create_react_agent(model, [], checkpointer=InMemorySaver())",
        "agent = create_deep_agent(model=model, checkpointer=InMemorySaver()).with_config({'recursion_limit': 9})",
        "app = create_supervisor([], model=model).compile(checkpointer=InMemorySaver())",
        "def create_graph():\n    saver = MemorySaver()\n    builder = StateGraph(MessagesState)\n    return builder.compile(checkpointer=saver)",
        "def make(saver=MemorySaver()):\n    return create_agent(model, checkpointer=saver)\nagent = make()",
        "@entrypoint(checkpointer=MemorySaver())\ndef agent(message):\n    return message",
    ],
)
def test_graph_with_a_checkpointer_gets_its_thread(source):
    assert memory_of(source) == "thread"


@pytest.mark.parametrize(
    "source",
    [
        "graph = StateGraph(MessagesState).compile()",
        "class S(MessagesState):\n    x: int\ngraph = StateGraph(S).compile(checkpointer=None)",
        "class S(TypedDict):\n    messages: Annotated[list, add_messages]\ngraph = StateGraph(S).compile()",
        "class A(MessagesState):\n    x: int\nclass B(A):\n    y: int\ngraph = StateGraph(B).compile()",
        "agent = create_agent(model, tools=[])",
        "agent = create_react_agent(model, [])",
        "agent = create_deep_agent(model=model)",
        "app = create_supervisor([], model=model).compile()",
        "def create_graph(saver=None):\n    return StateGraph(MessagesState).compile(checkpointer=saver)",
        "async def make_agent():\n    return create_agent(model)\n",
        "prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder('history'), ('human', '{q}')])\nchain = prompt | model",
        "chain = (ChatPromptTemplate.from_messages([('placeholder', '{messages}')]) | model).with_retry()",
    ],
)
def test_object_with_messages_gets_the_conversation(source):
    assert memory_of(source) == "messages"


@pytest.mark.parametrize(
    "source",
    [
        "class S(TypedDict):\n    topic: str\ngraph = StateGraph(S).compile()",
        "class S(TypedDict):\n    messages: str\ngraph = StateGraph(S).compile()",
        "class I(TypedDict):\n    topic: str\ngraph = StateGraph(MessagesState, input_schema=I).compile()",
        "graph = StateGraph(dict).compile()",
        "@entrypoint()\ndef agent(message):\n    return message",
        "chain = ChatPromptTemplate.from_template('{q}') | model",
        "chain = ChatPromptTemplate.from_messages([('system', 's'), MessagesPlaceholder('scratchpad'), ('human', '{q}')]) | model",
        "chain = {'q': lambda x: x} | ChatPromptTemplate.from_messages([MessagesPlaceholder('history'), ('human', '{q}')]) | model",
        "def run(message):\n    return create_agent(model).invoke(message)",
    ],
)
def test_other_objects_get_the_message_alone(source):
    assert memory_of(source) is None


AUTOGEN = (
    "import asyncio\nfrom autogen_agentchat.agents import AssistantAgent\nfrom autogen_agentchat.teams import RoundRobinGroupChat\n"
    "from autogen_agentchat.ui import Console\n"
)


@pytest.mark.parametrize(
    "source",
    [
        "agent = AssistantAgent('a', None)",
        "team = RoundRobinGroupChat([AssistantAgent('a', None)])",
        "def create_team():\n    return RoundRobinGroupChat([AssistantAgent('a', None)])",
        "async def main():\n    team = RoundRobinGroupChat([])\n    await Console(team.run_stream(task='x'))\nasyncio.run(main())",
    ],
)
def test_autogen_gets_its_state(source):
    assert memory_of(source, AUTOGEN) == "state"


def test_function_of_an_autogen_file_gets_the_history_that_it_declares():
    assert memory_of("async def run(message: str, history: list[dict]):\n    return message", AUTOGEN) == "history"
    assert memory_of("async def run(message: str):\n    return message", AUTOGEN) is None


def test_agent_of_another_framework_gets_the_message_alone():
    source = "from pydantic_ai import Agent\nagent = Agent('openai:gpt-4o')\n"
    assert memory_of(source, "") is None
