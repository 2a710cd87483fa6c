"""Tests which entry points are recognized in files in the style of LangChain's, LangGraph's and AutoGen's
documentation.
"""

import ast

import pytest

from stoa_sandbox.inspection.file import inspect_source
from stoa_sandbox.inspection.tryouts import tryouts

LANGCHAIN = """
from langchain.agents import create_agent
from langchain.chat_models import init_chat_model
from langchain.tools import tool
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder, PromptTemplate
from langchain_core.runnables import RunnableLambda, RunnableParallel, RunnablePassthrough, chain as as_chain
from langchain_openai import ChatOpenAI
from langgraph.func import entrypoint
from langgraph.graph import END, START, MessagesState, StateGraph
from operator import itemgetter
from typing import TypedDict
model = ChatOpenAI(model="gpt-4o-mini")
prompt = ChatPromptTemplate.from_template("Tell a joke about {topic}")
"""
AUTOGEN = """
import asyncio
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import TextMentionTermination
from autogen_agentchat.teams import RoundRobinGroupChat, SelectorGroupChat
from autogen_agentchat.ui import Console
from autogen_ext.models.openai import OpenAIChatCompletionClient
model_client = OpenAIChatCompletionClient(model="gpt-4o")
"""


def found(source, head=LANGCHAIN):
    return inspect_source(head + source)


def entry(source, head=LANGCHAIN):
    result = found(source, head).get("entry")
    return result and (result["kind"], result["name"], result.get("object"))


def inputs(source, head=LANGCHAIN):
    return [parameter["name"] for parameter in found(source, head)["parameters"]]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("chain = prompt | model | StrOutputParser()", ("object", "chain", "runnable")),
        ("agent = create_agent('openai:gpt-5', tools=[])", ("object", "agent", "agent")),
        ("graph = StateGraph(MessagesState).add_node('a', print).compile()", ("object", "graph", "graph")),
        ("builder = StateGraph(MessagesState)\napp = builder.compile(checkpointer=None)", ("object", "app", "graph")),
        ("graph = StateGraph(MessagesState)\napp = graph.compile()", ("object", "app", "graph")),
        ("chain: object = model.with_structured_output(dict)", ("object", "chain", "runnable")),
        ("runnable = RunnableParallel(a=prompt)", ("object", "runnable", "runnable")),
        ("@entrypoint()\ndef workflow(topic: str): ...", ("object", "workflow", "graph")),
        ("@as_chain\ndef chain(topic): ...", ("object", "chain", "runnable")),
        ("rag_chain = prompt | model", ("object", "rag_chain", "runnable")),
        ("inner = prompt | model\nouter = inner | StrOutputParser()", ("object", "outer", "runnable")),
        ("agent = create_agent(model)\ngraph = StateGraph(int).add_node('a', agent).compile()", ("object", "graph", "graph")),
        ("chain = prompt | model\ndef call(x): return chain.invoke(x)\nagent = create_agent(model, [call])", ("object", "agent", "agent")),
        ("chain = model", ("object", "chain", "runnable")),
        ("from elsewhere_in_the_file import x\nagent = build_it()", ("object", "agent", "runnable")),
        ("def build():\n    chain = prompt | model\n    return chain\nagent = build()", ("object", "agent", "runnable")),
        ("def make_graph():\n    b = StateGraph(int)\n    return b.compile()", ("factory", "make_graph", "graph")),
        ("async def get_chain():\n    return prompt | model", ("factory", "get_chain", "runnable")),
        ("def weather_agent() -> 'CompiledStateGraph': ...\ndef x() -> CompiledStateGraph: ...", ("factory", "x", "graph")),
        ("def create_my_agent(temperature=0):\n    return create_agent(model)", ("factory", "create_my_agent", "agent")),
    ],
)  # fmt: skip
def test_langchain_objects_are_recognized(source, expected):
    assert entry(source) == expected
    assert found(source)["framework"] == "langchain"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("agent = AssistantAgent('a', model_client)", ("object", "agent", "agent")),
        ("a = AssistantAgent('a', model_client)\nb = AssistantAgent('b', model_client)\nteam = RoundRobinGroupChat([a, b])", ("object", "team", "team")),
        ("agent = AssistantAgent('a', model_client)\ngroup_chat = SelectorGroupChat([agent], model_client)", ("object", "group_chat", "team")),
        ("def create_team() -> RoundRobinGroupChat: ...", ("factory", "create_team", "team")),
        ("class Mine(AssistantAgent): ...\nagent = Mine('a')", ("object", "agent", "agent")),
        ("async def main() -> None:\n    agent = AssistantAgent('a', model_client)\n    await Console(agent.run_stream(task='Hi'))\nasyncio.run(main())", ("script", "main", "agent")),
        ("agent = AssistantAgent('a', model_client)\nasync def main() -> None:\n    team = RoundRobinGroupChat([agent])\n    await team.run(task='Hi')\nasyncio.run(main())", ("script", "main", "team")),
        ("agent = AssistantAgent('a', model_client)\nasync def main() -> None:\n    print(await agent.run(task='Hi'))\nasyncio.run(main())", ("object", "agent", "agent")),
    ],
)  # fmt: skip
def test_autogen_objects_are_recognized(source, expected):
    assert entry(source, AUTOGEN) == expected
    assert found(source, AUTOGEN)["framework"] == "autogen"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("chain = prompt | model\ndef run(message): return chain.invoke(message)", ("function", "run", None)),
        ("chain = prompt | model\ndef main(): print(chain.invoke('x'))", ("object", "chain", "runnable")),
        ("chain = prompt | model\ndef main(argv=None): print(chain.invoke('x'))", ("object", "chain", "runnable")),
        ("def main():\n    return (prompt | model).invoke('x')", ("script", "main", "runnable")),
        ("def main():\n    print((prompt | model).invoke('x'))", ("script", "main", "runnable")),
            ("def main():\n    while True: print((prompt | model).invoke(input()))", ("terminal", "main", None)),
            ("def load(): ...\ndef main():\n    print((prompt | model).invoke(load()))", None),
        ("import stoa\nchain = prompt | model\n@stoa.agent\ndef go(message): ...", ("decorated", "go", None)),
        ("@tool\ndef run(code: str): ...\nagent = create_agent(model, [run])", ("object", "agent", "agent")),
        (
            "short = prompt | model\nlong = prompt | model\ndef route(x):\n    if x: return short\n    return long\n"
            "whole = {'a': short} | RunnableLambda(route)",
            ("object", "whole", "runnable"),
        ),
        ("def invoke(state): ...\ngraph = StateGraph(int).add_node('a', invoke).compile()", ("object", "graph", "graph")),
    ],
)
def test_precedence_decides_between_functions_and_objects_in_one_file(source, expected):
    assert entry(source) == expected


@pytest.mark.parametrize(
    ("source", "head", "names"),
    [
        ("chain = prompt | model", LANGCHAIN, ["gpt-4o-mini"]),
        ("agent = create_agent('openai:gpt-5', tools=[])", LANGCHAIN, ["gpt-4o-mini", "openai:gpt-5"]),
        ("NAME = 'claude-x'\nm = init_chat_model(NAME)\nagent = create_agent(model=m)", LANGCHAIN, ["gpt-4o-mini", "claude-x"]),
        ("agent = AssistantAgent('a', model_client=model_client)", AUTOGEN, ["gpt-4o"]),
        ("m = ChatOpenAI(temperature=0)\nchain = prompt | m", LANGCHAIN, ["gpt-4o-mini", "gpt-3.5-turbo"]),
        ("import stoa\n@stoa.agent(models=['default'])\ndef go(message): ...", LANGCHAIN, ["default", "gpt-4o-mini"]),
    ],
)  # fmt: skip
def test_models_of_framework_files_are_found(source, head, names):
    assert found(source, head)["declaration"]["models"] == names


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("    return OpenAI().responses.create(model='gpt-x', input=message)", ["gpt-x"]),
        ("    with anthropic.Anthropic().messages.stream(model='claude-y') as s: ...", ["claude-y"]),
        ("    return stoa.model('house').complete(message)", ["house"]),
        ("    return requests.post(U, json={'model': 'my-own', 'messages': []})", ["my-own"]),
        ("    return ask(message, model=os.getenv('MODEL', 'gpt-4o-mini'))", ["gpt-4o-mini"]),
        ("    return ask(message, model=os.environ.get('MODEL') or 'gpt-4o')", ["gpt-4o"]),
        ("    car = Car(model='Golf')\n    return {'model': 'T-4'}", []),
        ("    chat_model = 'gpt-4o-2024-08-06'\n    return call(chat_model)", ["gpt-4o-2024-08-06"]),
        ("    return message\ndef ask(text, model='claude-sonnet-4-6'): ...", ["claude-sonnet-4-6"]),
        ("    return 'Do you like gpt-4o?'", []),
    ],
)
def test_models_of_plain_files_are_found(body, names):
    source = f"import os, anthropic, requests, stoa\nfrom openai import OpenAI\ndef run(message):\n{body}\n"
    assert inspect_source(source)["declaration"]["models"] == names


def test_several_agents_are_reported_by_name():
    problem = found("first = prompt | model\nsecond = prompt | model")["entryProblem"]
    assert "first, second" in problem["message"]
    assert problem["line"] > 15


@pytest.mark.parametrize(("head", "word"), [(LANGCHAIN, "create_agent()"), (AUTOGEN, "create_team()")])
def test_missing_entry_point_is_reported_with_what_to_write(head, word):
    assert word in found("x = 1", head)["entryProblem"]["message"]


def test_autogen_function_that_runs_two_tasks_is_not_a_script():
    source = "async def main():\n    team = RoundRobinGroupChat([])\n    await team.run(task='a')\n    await team.run(task='b')\n"
    assert entry(source, AUTOGEN) is None
    assert "create_team()" in found(source, AUTOGEN)["entryProblem"]["message"]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("chain = prompt | model", ["topic", "files"]),
        ("chain = prompt | model | {'joke': StrOutputParser()} | PromptTemplate.from_template('{joke} {other}')", ["topic", "files"]),
        ("chain = ChatPromptTemplate.from_messages([('system', 'In {language}'), ('user', '{text} {{not}}')]) | model", ["language", "text", "files"]),
        ("chain = ChatPromptTemplate.from_messages([('system', 'Hi'), MessagesPlaceholder('history'), ('human', '{question}')]) | model", ["question", "files"]),
        ("chain = {'context': RunnableLambda(print), 'question': RunnablePassthrough()} | prompt | model", ["message", "files"]),
        ("chain = {'a': itemgetter('question'), 'b': lambda x: x['style']} | prompt | model", ["question", "style", "files"]),
        ("chain = RunnablePassthrough.assign(topic=lambda x: x['q']) | ChatPromptTemplate.from_template('{topic} {q}') | model", ["q", "files"]),
        ("chain = prompt.partial(topic='bears') | model", ["message", "files"]),
        ("chain = model", ["message"]),
        ("agent = create_agent(model)", ["message", "files"]),
        ("graph = StateGraph(MessagesState).compile()", ["message", "files"]),
        ("class S(TypedDict):\n    topic: str\n    joke: str\ndef node(s): return {'joke': ''}\ngraph = StateGraph(S).add_node(node).compile()", ["topic"]),
        ("class I(TypedDict):\n    a: int\n    b: str\nclass S(I):\n    c: str\ngraph = StateGraph(S, input_schema=I).compile()", ["a", "b"]),
        ("class S(MessagesState):\n    language: str\n    summary: str\napp = StateGraph(S).compile()\napp.invoke({'messages': [('user', 'hi')], 'language': 'de'})", ["message", "language", "files"]),
        ("class S(TypedDict):\n    x: str\n    y: str\nagent = StateGraph(S).compile()\nif __name__ == '__main__':\n    print(agent.invoke({'y': 'b'}))", ["y"]),
    ],
)  # fmt: skip
def test_variables_and_fields_that_an_object_reads_are_its_inputs(source, names):
    assert inputs(source) == names


@pytest.mark.parametrize(
    ("source", "head", "words"),
    [
        ("graph = StateGraph(MessagesState).compile()", LANGCHAIN, 'LangGraph graph "graph"'),
        ("chain = prompt | model", LANGCHAIN, 'LangChain runnable "chain"'),
        ("team = RoundRobinGroupChat([])", AUTOGEN, 'AutoGen team "team"'),
        ("def create_team():\n    return RoundRobinGroupChat([])", AUTOGEN, "Function create_team, which creates an AutoGen team"),
        (
            "async def main():\n    await RoundRobinGroupChat([]).run(task='Write')",
            AUTOGEN,
            "Function main, which runs an AutoGen team; the message replaces its task",
        ),
    ],
)
def test_entry_description_names_what_was_recognized(source, head, words):
    assert found(source, head)["entryDescription"] == words


def test_state_fields_keep_their_types():
    source = "from pydantic import BaseModel, Field\nclass S(BaseModel):\n    topic: str = Field(description='About')\n    count: int = 3\ngraph = StateGraph(S).compile()"
    first, second = found(source)["parameters"]
    assert (first["type"], first["description"], first["required"]) == ("string", "About", True)
    assert (second["type"], second["default"], second["required"]) == ("integer", 3, False)


@pytest.mark.parametrize(
    ("source", "head", "example"),
    [
        ("chain = prompt | model\nprint(chain.invoke({'topic': 'bears'}))", LANGCHAIN, {"topic": "bears"}),
        ("agent = create_agent(model)\nagent.invoke({'messages': [{'role': 'user', 'content': 'Hi'}]})", LANGCHAIN, {"message": "Hi"}),
        ("agent = create_agent(model)\nq = 'Hello you'\nfor c in agent.stream({'messages': [('user', q)]}): print(c)", LANGCHAIN, {"message": "Hello you"}),
        ("def make_agent():\n    return create_agent(model)\nif __name__ == '__main__':\n    a = make_agent()\n    a.invoke({'messages': 'Hi'})", LANGCHAIN, {"message": "Hi"}),
        ("async def main():\n    team = RoundRobinGroupChat([])\n    await Console(team.run_stream(task='Write'))", AUTOGEN, {"message": "Write"}),
        ("agent = AssistantAgent('a', model_client)\nasync def main():\n    print(await agent.run(task='Write'))", AUTOGEN, {"message": "Write"}),
    ],
)  # fmt: skip
def test_input_that_the_file_tries_out_becomes_the_example(source, head, example):
    assert found(source, head)["declaration"]["examples"] == [example]


@pytest.mark.parametrize(
    ("source", "left_out"),
    [
        ("agent = make()\nresult = agent.invoke('x')\nprint(result)\nother = 1", [2, 3]),
        ("@entrypoint()\ndef agent(topic): ...\nfor step in agent.stream('cats'):\n    print(step)", [3]),
        ("agent = make()\nfor chunk in agent.stream('x'):\n    print(chunk)\n", [2]),
        ("agent = make()\nasync def main(): await agent.ainvoke('x')\nasyncio.run(main())", [3]),
        ("agent = make()\ndef ask(q): print(agent.invoke(q))\nwhile True:\n    ask(input())", [3]),
        ("agent = make()\nresult = agent.invoke('x')\nresult = 3\nprint(result)", [2]),
        ("def tool(): return known\nagent = make([tool])\nknown = agent.invoke('x')", []),
        ("@tool\ndef look(): return known\nagent = make()\nknown = agent.invoke('x')", []),
        ("agent = make()\nknown = agent.invoke('x')\ndef show(): return known", [2]),
        ("agent = make()\ndef tool(): return agent.invoke('x')\n", []),
        ("from IPython.display import Image, display\nagent = make()\ndisplay(Image(agent.get_graph().draw_mermaid_png()))", [1, 3]),
        ("import requests\nfrom IPython.display import Image\nagent = make()\ntry:\n    Image(agent)\nexcept Exception:\n    pass", [2, 4]),
        ("import getpass, os\nif not os.environ.get('K'):\n    os.environ['K'] = getpass.getpass()\nagent = make()", [2]),
        ("def set_env(name):\n    os.environ[name] = getpass.getpass()\nset_env('K')\nagent = make()", [3]),
        ("agent = make()\nif __name__ == '__main__':\n    agent.invoke('x')", []),
    ],
)
def test_tryouts_are_removed(source, left_out):
    assert [statement.lineno for statement in tryouts(ast.parse(source), "agent")] == left_out


@pytest.mark.parametrize(
    "source",
    [
        "agent = agent\n",
        "chain = a | b\na = b | chain\nb = chain | a\n",
        "".join(f"x{i} = x{i + 1} | x{i + 1}\n" for i in range(60)) + "chain = x0",
        "chain = " + "prompt | " * 500 + "model",
        "def make_agent(): return make_agent()",
        "".join(f"def f{i}():\n" + f"    if x: return f{i + 1}()\n" * 5 for i in range(40)),
        "graph = graph.compile()",
        "@entrypoint()\ndef agent(*args, **kwargs): ...",
        "graph = StateGraph(*x, **y).compile()\ngraph.invoke(*x)\ngraph.invoke({**x})",
    ],
)
def test_hostile_objects_do_not_crash_the_inspection(source):
    result = found(source)
    assert "entry" in result or "entryProblem" in result or "syntaxProblem" in result


CONTEXT = '''
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypedDict
from langchain.agents import create_agent
from langgraph.graph import MessagesState, StateGraph
from databases import Pool

@dataclass
class Context:
    """The agent's knowledge about its caller.

    Attributes:
        user_id: The number of the user.
    """

    user_id: str
    tone: Literal["formal", "casual"] = "formal"
    pool: Pool = field(default_factory=Pool)

class Settings(TypedDict, total=False):
    city: Annotated[str, "Where the user lives."]
'''


@pytest.mark.parametrize(
    "source",
    [
        "agent = create_agent('gpt-4o', tools=[], context_schema=Context)\n",
        "builder = StateGraph(MessagesState, context_schema=Context)\ngraph = builder.compile()\n",
        "graph = StateGraph(MessagesState, context_schema=Context).add_node(f).compile()\n",
        "def make_agent():\n    return create_agent('gpt-4o', tools=[], context_schema=Context)\n",
    ],
)
def test_fields_of_the_context_schema_are_inputs_in_addition_to_the_message(source):
    found = inspect_source(CONTEXT + source)
    message, user, tone, _files = found["parameters"]
    assert message["name"] == "message"
    described = "The number of the user."
    assert user == {"name": "user_id", "type": "string", "required": True, "description": described}
    assert tone["default"] == "formal" and tone["choices"] == ["formal", "casual"] and not tone["required"]


def test_fields_of_a_partial_context_are_optional():
    source = "agent = create_agent('gpt-4o', tools=[], context_schema=Settings)\n"
    city = inspect_source(CONTEXT + source)["parameters"][1]
    assert city == {"name": "city", "type": "string", "required": False, "description": "Where the user lives."}


def test_context_of_the_files_own_call_completes_the_example():
    source = (
        "agent = create_agent('gpt-4o', tools=[], context_schema=Context)\n"
        "agent.invoke({'messages': [{'role': 'user', 'content': 'Hi'}]}, context=Context(user_id='7'))\n"
    )
    assert inspect_source(CONTEXT + source)["declaration"]["examples"] == [{"message": "Hi", "user_id": "7"}]
    without = source.replace("user_id='7'", "user_id=find_user()")
    assert inspect_source(CONTEXT + without)["declaration"]["examples"] == []
