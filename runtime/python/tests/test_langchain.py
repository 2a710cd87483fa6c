"""Runs LangChain's runnables and LangGraph's graphs like uploaded files: loads each file, passes the input and follows
the run."""

import re

import pytest

pytest.importorskip("langchain", reason="needs the langchain environment")
pytest.importorskip("langgraph")

from framework_runs import run_file

MODELS = """
import json
from langchain_core.language_models.fake_chat_models import FakeListChatModel, GenericFakeChatModel
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.output_parsers import JsonOutputParser, StrOutputParser
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import RunnableLambda, RunnableParallel, RunnablePassthrough, chain as as_chain
from langchain.agents import create_agent
from langgraph.func import entrypoint
from langgraph.graph import END, START, MessagesState, StateGraph
from typing import TypedDict

class Scripted(GenericFakeChatModel):
    def bind_tools(self, tools, **kwargs):
        return self

    def _stream(self, messages, stop=None, run_manager=None, **kwargs):
        message = self._generate(messages).generations[0].message
        words = message.content.replace(" ", "| |").split("|")
        calls = [{**call, "args": json.dumps(call["args"]), "index": 0, "type": "tool_call_chunk"} for call in message.tool_calls]
        for word in words:
            yield ChatGenerationChunk(message=AIMessageChunk(word, id=f"lc_{id(message)}", tool_call_chunks=calls))

def says(*texts):
    return Scripted(messages=iter([text if isinstance(text, AIMessage) else AIMessage(text) for text in texts]))

def calls(tool, **args):
    return AIMessage("", tool_calls=[{"name": tool, "args": args, "id": "call_1"}])
"""


def run(source, given, **options):
    return run_file(MODELS + source, given, **options)


def test_prompt_chain_streams_its_text():
    found = run(
        "echo = RunnableLambda(lambda p: AIMessage(p.to_string()))\n"
        "chain = ChatPromptTemplate.from_template('about {topic}') | says('one two three') | StrOutputParser()",
        {"topic": "bears"},
    )
    assert found.pieces == ["one", " ", "two", " ", "three"]
    assert found.result == "one two three"


def test_prompt_receives_only_the_inputs_that_are_named_like_its_variables():
    source = "chain = ChatPromptTemplate.from_template('{a} and {b}') | (lambda prompt: prompt.to_string())"
    assert run(source, {"a": "x", "b": "y", "c": "z"}).result == "Human: x and y"


def test_message_fills_the_only_variable():
    source = "chain = ChatPromptTemplate.from_template('about {subject}') | (lambda prompt: prompt.to_string())"
    assert run(source, {"message": "bears"}).result == "Human: about bears"


def test_message_is_the_only_turn_of_a_prompt_without_other_variables():
    source = (
        "p = ChatPromptTemplate.from_messages([('system', 's'), MessagesPlaceholder('history'), ('human', '{input}')])\n"
        "chain = p | (lambda prompt: prompt.to_string())"
    )
    assert run(source, {"message": "hi"}).result == "System: s\nHuman: hi"
    alone = "chain = ChatPromptTemplate.from_messages([MessagesPlaceholder('messages')]) | (lambda p: p.to_string())"
    assert run(alone, {"message": "hi"}).result == "Human: hi"


def test_mapping_of_runnables_receives_the_message_as_a_string():
    source = (
        "chain = {'context': lambda q: q.upper(), 'question': RunnablePassthrough()}"
        " | ChatPromptTemplate.from_template('{context} {question}') | (lambda prompt: prompt.to_string())"
    )
    assert run(source, {"message": "why"}).result == "Human: WHY why"


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("chain = says('hello')", "hello"),
        ("chain = RunnableParallel(a=lambda x: x + '1', b=lambda x: x + '2')", {"a": "hi1", "b": "hi2"}),
        ("chain = RunnableLambda(lambda x: {'input': x, 'context': [1], 'answer': 'yes'})", "yes"),
        ("chain = says('{\"a\": [1, 2]}') | JsonOutputParser()", [1, 2]),
        ("@as_chain\nasync def chain(text): return text * 2", "hihi"),
        ("async def create_chain():\n    return RunnableLambda(lambda x: x + '!')\n", "hi!"),
    ],
)
def test_other_runnables_return_their_result(source, result):
    assert run(source, {"message": "hi"}).result == result


def test_agent_with_a_tool_emits_steps_and_streams_its_answer():
    found = run(
        "def get_weather(city: str) -> str:\n    'Weather.'\n    return f'Sunny in {city}'\n"
        "agent = create_agent(says(calls('get_weather', city='Rome'), 'It is sunny'), tools=[get_weather])\n"
        "print(agent.invoke({'messages': 'tried out'}))\n",
        {"message": "Weather in Rome?"},
    )
    assert found.steps == [
        ("tool_call", "model", 'get_weather({"city": "Rome"})'),
        ("tool_result", "get_weather", "Sunny in Rome"),
    ]
    assert "".join(found.pieces) == found.result == "It is sunny"


def test_structured_output_of_an_agent_is_returned_as_data():
    found = run(
        "from pydantic import BaseModel\n"
        "class City(BaseModel):\n    name: str\n"
        "agent = create_agent(says(calls('City', name='Rome')), tools=[], response_format=City)\n",
        {"message": "hi"},
    )
    assert found.result == {"name": "Rome"}


LOOP = """
class State(TypedDict):
    topic: str
    draft: str
    score: int
def write(state): return {"draft": state["topic"] + "!" * (state.get("score", 0) + 1)}
def grade(state): return {"score": state.get("score", 0) + 1}
def again(state): return "write" if state["score"] < LIMIT else END
builder = StateGraph(State)
builder.add_node("write", write)
builder.add_node("grade", grade)
builder.add_edge(START, "write")
builder.add_edge("write", "grade")
builder.add_conditional_edges("grade", again, ["write", END])
graph = builder.compile()
"""


def test_graph_with_custom_state_receives_its_fields_and_returns_the_written_fields():
    found = run("LIMIT = 2\n" + LOOP, {"topic": "bears"})
    assert found.result == {"draft": "bears!!", "score": 2}
    assert [source for _, source, _ in found.steps] == ["write", "grade", "write"]


def test_steps_show_the_fields_of_dataclasses_and_models():
    source = LOOP.replace('def write(state): return {"draft":', 'def write(state): return {"seen": [Note(1), Tag(name="x")], "draft":')
    head = (
        "from dataclasses import dataclass\nfrom pydantic import BaseModel\n"
        "@dataclass\nclass Note:\n    line: int\nclass Tag(BaseModel):\n    name: str\nLIMIT = 1\n"
    )
    found = run(head + source.replace("    draft: str", "    draft: str\n    seen: list"), {"topic": "cats"})
    assert found.steps[0] == ("message", "write", '{"seen": [{"line": 1}, {"name": "x"}], "draft": "cats!"}')


def test_graph_that_overwrites_its_input_returns_the_new_value():
    source = """
class State(TypedDict):
    word: str
    language: str
def shout(state): return {"word": state["word"].upper()}
graph = StateGraph(State).add_node(shout).add_edge(START, "shout").compile()
"""
    assert run(source, {"word": "hello", "language": "en"}).result == "HELLO"


def test_graph_with_an_output_schema_returns_only_its_fields():
    source = LOOP.replace("builder = ", "class Out(TypedDict):\n    draft: str\nbuilder = ").replace(
        "StateGraph(State)", "StateGraph(State, output_schema=Out)"
    )
    assert run("LIMIT = 1\n" + source, {"topic": "cats"}).result == "cats!"


def test_message_is_passed_in_the_usual_input_field():
    assert run("LIMIT = 1\n" + LOOP, {"message": "cats"}).result == {"draft": "cats!", "score": 1}


def test_endless_graph_fails_except_in_a_trial():
    with pytest.raises(Exception, match="Recursion limit"):
        run("LIMIT = 10**9\n" + LOOP, {"topic": "x"})
    assert "draft" in run("LIMIT = 10**9\n" + LOOP, {"topic": "x"}, trial=True).result


def test_only_text_that_can_be_the_answer_is_streamed():
    found = run(
        "first, second = says('inner words'), says('the end')\n"
        "def a(state): return {'messages': first.invoke(state['messages'])}\n"
        "def b(state): return {'messages': second.invoke(state['messages'])}\n"
        "builder = StateGraph(MessagesState).add_node('a', a).add_node('b', b)\n"
        "builder.add_edge(START, 'a').add_edge('a', 'b').add_edge('b', END)\n"
        "app = builder.compile()\n",
        {"message": "hi"},
    )
    assert "".join(found.pieces) == found.result == "the end"
    assert found.steps == [("message", "a", "inner words")]


def test_graph_that_asks_a_person_outside_a_conversation_fails_with_that_reason():
    source = (
        "from langgraph.types import interrupt\nfrom langgraph.checkpoint.memory import InMemorySaver\n"
        "def ask(state): return {'messages': interrupt('May I?')}\n"
        "graph = StateGraph(MessagesState).add_node('ask', ask).add_edge(START, 'ask').compile(checkpointer=InMemorySaver())"
    )
    with pytest.raises(Exception, match="asked a question, which it can only do in a conversation"):
        run(source, {"message": "hi"})


@pytest.mark.parametrize(
    ("state", "node", "result"),
    [
        ("dict", "{'i': s['message'] + '!'}", "hi!"),
        ("State", "{'messages': s['messages'] + [s['messages'][-1] + '!']}", "hi!"),
        ("Plain", "{'messages': s['messages'] + [{'role': 'assistant', 'content': s['messages'][-1]['content'] + '!'}]}", "hi!"),
    ],
)
def test_states_that_are_plain_dicts_or_lists_of_strings_receive_the_message(state, node, result):
    found = run(
        "class State(TypedDict):\n    messages: list[str]\n"
        "class Plain(TypedDict):\n    messages: list\n"
        f"graph = StateGraph({state}).add_node('a', lambda s: {node}).add_edge(START, 'a').add_edge('a', END).compile()",
        {"message": "hi"},
    )
    assert found.result == result


SUPERVISED = """
from langchain_core.messages import HumanMessage
from langgraph.types import Command
class State(MessagesState):
    next: str
def supervisor(state):
    done = len(state["messages"]) > 1
    return Command(goto=END if done else "researcher", update={"next": "__end__" if done else "researcher"})
def researcher(state):
    return Command(update={"messages": [HumanMessage(content="Bears sleep.", name="researcher")]}, goto="supervisor")
builder = StateGraph(State)
builder.add_node("supervisor", supervisor)
builder.add_node("researcher", researcher)
builder.add_edge(START, "supervisor")
graph = builder.compile()
"""


def test_supervisor_returns_the_human_message_that_a_node_wrote():
    found = run(SUPERVISED, {"message": "Do bears sleep?"})
    assert found.result == "Bears sleep."
    assert ("message", "researcher", "Bears sleep.") in found.steps
    listed = SUPERVISED.replace("MessagesState):", "TypedDict):\n    messages: Annotated[list, operator.add]")
    assert run("import operator\nfrom typing import Annotated\n" + listed, {"message": "Do bears sleep?"}).result == "Bears sleep."


def test_callers_own_message_is_not_the_answer():
    source = (
        "def think(state): return {'mood': 'curious'}\n"
        "class State(MessagesState):\n    mood: str\n"
        "graph = StateGraph(State).add_node('a', think).add_edge(START, 'a').add_edge('a', END).compile()"
    )
    assert run(source, {"message": "hi"}).result == "curious"


def test_functional_entrypoint_returns_its_result():
    assert run("@entrypoint()\ndef workflow(topic: str) -> str:\n    return topic + '!'", {"message": "hi"}).result == "hi!"


def test_object_that_is_not_a_runnable_raises_an_error():
    with pytest.raises(TypeError, match="not an agent of a framework that Stoa runs"):
        run("import types\nagent = create_it = (lambda: types.SimpleNamespace())()", {"message": "hi"}, entry=("agent", "object"))


TOOLS = """
import os, socket, subprocess
from langchain.tools import ToolRuntime, tool
def agent_with(*tools):
    made = [calls(one.name, **ARGUMENTS) for one in tools]
    return create_agent(says(*made, "All done"), tools=list(tools))
"""


def tried(body, arguments="city='Rome'", parameters="city: str"):
    from stoa_sandbox.frameworks.tool_trial import ToolTrial

    source = (
        f"{TOOLS}ARGUMENTS = dict({arguments})\n"
        f"@tool\ndef look_up({parameters}) -> str:\n    'Looks something up.'\n    {body}\n"
        "agent = agent_with(look_up)\n"
    )
    with ToolTrial(MODELS):
        return run(source, {"message": "hi"}, trial=True)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("import beautifulsoup9", "The tool look_up cannot work here: it imports a package that is not installed"),
        ("socket.create_connection(('no-such-host.invalid', 80))", "calls a server that the agent does not declare"),
        ("import urllib.request; urllib.request.urlopen('http://no-such-host.invalid')", "calls a server that the agent does not declare"),
        ("import requests; requests.get('http://no-such-host.invalid')", "calls a server that the agent does not declare"),
        ("subprocess.run(['/no/such/program'], check=True)", "starts a program that is not installed"),
        ("return input('May I? ')", "asks for keyboard input"),
        ("return os.environ['TAVILY_API_KEY_OF_NOBODY']", "needs an environment variable"),
        ("return open('data.csv').read()", "upload a .zip archive"),
    ],
)
def test_tool_that_would_fail_for_every_caller_fails_the_trial(body, reason, monkeypatch):
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(Exception, match=re.escape(reason)):
        tried(body)


def test_tool_that_needs_a_missing_context_fails_the_trial():
    with pytest.raises(Exception, match="reads a context or a state that does not exist"):
        tried("return runtime.context.user_id", parameters="city: str, runtime: ToolRuntime")


def test_failure_caused_by_made_up_arguments_is_reported_without_failing_the_trial():
    found = tried("raise ValueError(f'no such city: {city}')")
    assert found.result == "All done"
    assert found.steps[-1] == (
        "tool_result",
        "look_up",
        "This tool raised an exception in the trial run, which called it with made-up arguments: ValueError: no such city: Rome",
    )


def test_call_to_an_unavailable_service_does_not_fail_the_trial():
    assert tried("raise type('ConnectorError', (Exception,), {})('no connector')").result == "All done"


def test_tool_that_asks_a_person_ends_the_trial_with_its_question():
    assert tried("from langgraph.types import interrupt; return interrupt('May I?')").result == "May I?"


def test_tools_are_restored_after_a_trial():
    from langchain_core.tools import BaseTool

    before = BaseTool.run, BaseTool.arun
    tried("return city")
    assert (BaseTool.run, BaseTool.arun) == before


CONTEXT = """
from dataclasses import dataclass
from enum import Enum
from langchain.tools import ToolRuntime
from langgraph.runtime import Runtime

class Tone(Enum):
    FORMAL = "formal"
    CASUAL = "casual"

@dataclass
class Context:
    user: str
    tone: Tone = Tone.CASUAL
"""


def test_context_receives_the_inputs_that_its_schema_names():
    source = CONTEXT + (
        "def greet(state: MessagesState, runtime: Runtime[Context]):\n"
        "    context = runtime.context\n"
        "    return {'messages': [AIMessage(f'{context.user} {context.tone.name} {state[\"messages\"][-1].content}')]}\n"
        "graph = StateGraph(MessagesState, context_schema=Context).add_node(greet).add_edge(START, 'greet').compile()\n"
    )
    assert run(source, {"message": "hi", "user": "Ada", "tone": "formal"}).result == "Ada FORMAL hi"
    assert run(source, {"message": "hi", "user": "Ada"}).result == "Ada CASUAL hi"


def test_tools_can_read_the_context_of_their_agent():
    source = CONTEXT + (
        "def who(runtime: ToolRuntime[Context]) -> str:\n    'Returns the user.'\n    return runtime.context.user\n"
        "agent = create_agent(says(calls('who'), 'done'), tools=[who], context_schema=Context)\n"
    )
    assert ("tool_result", "who", "Ada") in run(source, {"message": "hi", "user": "Ada"}).steps
