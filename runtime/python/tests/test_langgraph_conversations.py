"""LangGraph's graphs in a conversation: threads of a checkpointer, and states with messages."""

import base64
import json
import os
import zlib

import pytest

pytest.importorskip("langchain", reason="needs the langchain environment")
pytest.importorskip("langgraph")

from conversation_runs import Talk

HEAD = """
from typing import Annotated, TypedDict
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver, MemorySaver
from langgraph.func import entrypoint
from langgraph.graph import END, START, MessagesState, StateGraph, add_messages

class Counting(BaseChatModel):
    "Answers with the number of messages and the first and last message that it gets."
    _llm_type = "counting"
    def bind_tools(self, tools, **kwargs):
        return self
    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        text = f"{len(messages)}:{messages[0].content}:{messages[-1].content}"
        return ChatResult(generations=[ChatGeneration(message=AIMessage(text))])

def answer(state):
    messages = state["messages"]
    return {"messages": [AIMessage(f"{len(messages)}:{messages[0].content}:{messages[-1].content}")]}

def build(state=MessagesState):
    return StateGraph(state).add_node("answer", answer).add_edge(START, "answer").add_edge("answer", END)
"""
THREAD = "memory = MemorySaver()\ngraph = build().compile(checkpointer=memory)\n"
GRAPH = "class State(TypedDict):\n    messages: Annotated[list, add_messages]\ngraph = StateGraph(State).add_node('answer', answer).add_edge(START, 'answer').compile()\n"
AGENT = "agent = create_agent(Counting(), tools=[], checkpointer=InMemorySaver())\n"


def talk_with(source):
    return Talk(HEAD + source)


def without_history(talk, message, **changes):
    """Runs a turn that gets the state alone, so that the answer can only come from the state."""
    conversation = {**talk.conversation(), "history": [], **changes}
    turn = talk.run({"message": message}, conversation)
    talk.turns.append(turn)
    return turn


@pytest.mark.parametrize("source", [THREAD, AGENT])
def test_thread_of_a_checkpointer_lasts_ten_turns(source):
    talk = talk_with(source)
    assert talk.memory == "thread"
    for number in range(10):
        turn = without_history(talk, f"m{number}")
        assert turn.answer == f"{2 * number + 1}:m0:m{number}"
        assert (turn.steps, turn.warnings) == ([], [])


def test_thread_continues_in_a_new_process():
    talk = talk_with(THREAD)
    assert [talk.say_apart(f"m{number}").answer for number in range(3)] == ["1:m0:m0", "3:m0:m1", "5:m0:m2"]


def test_edited_turn_of_a_thread_sees_only_the_turns_before_it():
    talk = talk_with(THREAD)
    for number in range(7):
        without_history(talk, f"m{number}")
    branch = talk.branch(3)
    assert without_history(branch, "edited").answer == "7:m0:edited"
    assert without_history(branch, "again").answer == "9:m0:again"


@pytest.mark.parametrize("source", [GRAPH, "agent = create_agent(Counting(), tools=[])\n"])
def test_messages_graph_receives_ten_turns(source):
    talk = talk_with(source)
    assert talk.memory == "messages"
    for number in range(10):
        turn = talk.say(f"m{number}")
        assert turn.answer == f"{2 * number + 1}:m0:m{number}"
        assert (turn.steps, turn.state) == ([], None)
    assert talk.branch(3).say("edited").answer == "7:m0:edited"


def test_state_contains_only_the_latest_checkpoint():
    talk = talk_with(THREAD)
    for number in range(10):
        without_history(talk, f"m{number}")
    state = zlib.decompress(base64.b64decode(talk.turns[-1].state))
    assert state.count(b"channel_versions") == 1
    # A message and its answer, which repeats it.
    assert state.count(b"m3") == 2
    assert len(talk.turns[-1].state) < 2 * len(talk.turns[3].state)


def pack(data):
    return base64.b64encode(zlib.compress(data)).decode()


@pytest.mark.parametrize("state", ["no base64!", base64.b64encode(b"no zlib").decode(), pack(b"no msgpack"), pack(b"\x80")])
def test_unreadable_state_is_replaced_by_the_history_with_a_warning(state):
    talk = talk_with(THREAD)
    talk.say("one")
    talk.turns[0].state = state
    turn = talk.say("two")
    assert turn.answer == "3:one:two"
    assert len(turn.warnings) == 1
    assert "cannot be loaded" in turn.warnings[0]
    assert without_history(talk, "three").answer == "5:one:three"


def damage_blobs(state):
    return {**state, "blobs": [(*blob[:3], ("msgpack", b"\xc1")) for blob in state["blobs"]]}


@pytest.mark.parametrize("damage", [damage_blobs, lambda state: dict.fromkeys(state, []), lambda state: {}])
def test_damaged_checkpoint_is_replaced_by_the_history_with_a_warning(damage):
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    talk = talk_with(THREAD)
    talk.say("one")
    state = JsonPlusSerializer().loads_typed(("msgpack", zlib.decompress(base64.b64decode(talk.turns[0].state))))
    talk.turns[0].state = pack(JsonPlusSerializer().dumps_typed(damage(state))[1])
    turn = talk.say("two")
    assert turn.answer == "3:one:two"
    assert ["cannot be loaded" in warning for warning in turn.warnings] == [True]


def test_state_with_a_class_that_no_longer_exists_keeps_the_conversation():
    source = (
        "import dataclasses\n@dataclasses.dataclass\nclass Note:\n    text: str\n"
        "class State(MessagesState):\n    note: object\ndef note(state): return {'note': Note('x')}\n"
        "graph = build(State).add_node('note', note).add_edge(START, 'note').compile(checkpointer=MemorySaver())\n"
    )
    talk = talk_with(source)
    talk.say("one")
    talk.source = talk.source.replace("Note", "Memo")
    assert talk.say("two").answer == "3:one:two"


def test_missing_state_is_replaced_by_the_history():
    talk = talk_with(THREAD)
    talk.say("one")
    talk.turns[0].state = None
    turn = talk.say("two")
    assert (turn.answer, turn.warnings, turn.steps) == ("3:one:two", [], [])


def test_state_over_the_limit_is_not_sent_and_the_developer_is_told():
    noisy = (
        "import random\nclass State(MessagesState):\n    noise: str\n"
        "def noise(state): return {'noise': random.Random(1).randbytes(900_000).hex()}\n"
        "graph = build(State).add_node('noise', noise).add_edge(START, 'noise').compile(checkpointer=MemorySaver())\n"
    )
    turn = talk_with(noisy).say("one")
    assert turn.answer == "1:one:one"
    assert turn.state is None
    assert "more than the limit of 1,048,576" in turn.warnings[0]


def test_value_that_cannot_be_stored_costs_the_state_but_not_the_answer():
    source = (
        "class State(MessagesState):\n    lock: object\nclass Own(InMemorySaver):\n"
        "    def __init__(self):\n        super().__init__(serde=Refusing())\n"
        "class Refusing:\n    def dumps_typed(self, value): return ('x', b'')\n    def loads_typed(self, data): raise ValueError('no')\n"
        "graph = build().compile(checkpointer=Own())\n"
    )
    turn = talk_with(source).say("one")
    assert turn.answer == "1:one:one"
    assert turn.state is None
    assert "cannot be saved" in turn.warnings[0]


def test_values_that_are_stored_as_changes_keep_the_checkpoints_that_they_build_on():
    source = (
        "from langgraph.channels import DeltaChannel\n"
        "class State(TypedDict):\n    messages: Annotated[list, add_messages]\n"
        "    seen: Annotated[list, DeltaChannel(lambda old, changes: [*(old or []), *(item for part in changes for item in part)])]\n"
        "def look(state): return {'seen': [state['messages'][-1].content]}\n"
        "def tell(state): return {'messages': [AIMessage(','.join(state['seen']))]}\n"
        "graph = StateGraph(State).add_node('look', look).add_node('tell', tell).add_edge(START, 'look').add_edge('look', 'tell')"
        ".compile(checkpointer=MemorySaver())\n"
    )
    talk = talk_with(source)
    assert [without_history(talk, f"m{number}").answer for number in range(3)] == ["m0", "m0,m1", "m0,m1,m2"]


def test_fields_of_a_thread_other_than_messages_survive():
    source = (
        "class State(MessagesState):\n    count: int\n"
        "def count(state):\n    n = state.get('count', 0) + 1\n    return {'count': n, 'messages': [AIMessage(f'turn {n}')]}\n"
        "graph = StateGraph(State).add_node('count', count).add_edge(START, 'count').compile(checkpointer=MemorySaver())\n"
    )
    talk = talk_with(source)
    assert [without_history(talk, "x").answer for _ in range(3)] == ["turn 1", "turn 2", "turn 3"]


def test_subgraph_with_its_own_memory_keeps_its_state():
    source = (
        "class Inner(TypedDict):\n    messages: list\n    seen: Annotated[list, lambda a, b: a + b]\n"
        "def look(state): return {'seen': [state['messages'][-1].content]}\n"
        "def tell(state): return {'messages': [AIMessage(','.join(state['seen']))]}\n"
        "inner = StateGraph(Inner).add_node('look', look).add_node('tell', tell).add_edge(START, 'look').add_edge('look', 'tell')"
        ".compile(checkpointer=True)\n"
        "graph = StateGraph(MessagesState).add_node('inner', inner).add_edge(START, 'inner').compile(checkpointer=MemorySaver())\n"
    )
    talk = talk_with(source)
    assert [without_history(talk, f"m{number}").answer for number in range(3)] == ["m0", "m0,m1", "m0,m1,m2"]


def test_entrypoint_function_gets_its_previous_value():
    source = (
        "@entrypoint(checkpointer=MemorySaver())\ndef agent(message: str, *, previous=None):\n"
        "    seen = [*(previous or []), message]\n    return entrypoint.final(value=' '.join(seen), save=seen)\n"
    )
    talk = talk_with(source)
    assert talk.memory == "thread"
    assert [without_history(talk, f"m{number}").answer for number in range(3)] == ["m0", "m0 m1", "m0 m1 m2"]


def test_script_that_runs_an_agent_keeps_its_thread():
    source = (
        "def main():\n    agent = create_agent(Counting(), tools=[], checkpointer=InMemorySaver())\n"
        "    config = {'configurable': {'thread_id': '7'}}\n"
        "    print(agent.invoke({'messages': [('user', 'Hi')]}, config))\nmain()\n"
    )
    talk = talk_with(source)
    assert (talk.entry["kind"], talk.memory) == ("script", "thread")
    assert [without_history(talk, f"m{number}").answer for number in range(3)] == ["1:m0:m0", "3:m0:m1", "5:m0:m2"]


SCRIPT = (
    "def main():\n    agent = create_agent(Counting(), tools=[]CHECKPOINTER)\n"
    "    print(agent.invoke({'messages': [('system', 'Be brief.'), ('user', 'Hi')]}))\nmain()\n"
)


def test_conversation_of_a_script_follows_its_own_messages():
    talk = talk_with(SCRIPT.replace("CHECKPOINTER", ""))
    assert (talk.entry["kind"], talk.memory) == ("script", "messages")
    answers = [talk.say(f"m{number}").answer for number in range(3)]
    assert answers == ["2:Be brief.:m0", "4:Be brief.:m1", "6:Be brief.:m2"]


def test_thread_of_a_script_contains_its_own_messages_once():
    talk = talk_with(SCRIPT.replace("CHECKPOINTER", ", checkpointer=InMemorySaver()"))
    answers = [talk.say(f"m{number}").answer for number in range(3)]
    assert answers == ["2:Be brief.:m0", "4:Be brief.:m1", "6:Be brief.:m2"]


def test_node_that_returns_the_whole_conversation_does_not_repeat_it_as_steps():
    source = (
        "class State(TypedDict):\n    messages: list\n"
        "def more(state): return {'messages': [*state['messages'], {'role': 'assistant', 'content': 'thinking'}]}\n"
        "def last(state): return {'messages': [*state['messages'], {'role': 'assistant', 'content': f\"{len(state['messages'])}\"}]}\n"
        "graph = StateGraph(State).add_node('more', more).add_node('last', last).add_edge(START, 'more').add_edge('more', 'last').compile()\n"
    )
    talk = talk_with(source)
    talk.say("a")
    turn = talk.say("b")
    assert turn.answer == "4"
    assert "a" not in [text for _, _, text in turn.steps]


def test_list_of_texts_receives_the_history_as_texts():
    source = (
        "class State(TypedDict):\n    messages: list[str]\n"
        "def last(state): return {'messages': [*state['messages'], str(state['messages'])]}\n"
        "graph = StateGraph(State).add_node('last', last).add_edge(START, 'last').compile()\n"
    )
    talk = talk_with(source)
    talk.say("a")
    assert talk.say("b").answer.endswith("'b']")


def test_messages_of_the_caller_take_precedence():
    talk = talk_with(GRAPH)
    talk.say("one")
    turn = talk.run({"messages": [{"role": "user", "content": "mine"}]}, talk.conversation())
    assert turn.answer == "1:mine:mine"


def test_run_that_stands_alone_keeps_no_state():
    for source in (THREAD, GRAPH):
        turn = talk_with(source).run({"message": "hi"}, None)
        assert (turn.answer, turn.state, turn.warnings) == ("1:hi:hi", None, [])


CHAIN = """
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
show = lambda prompt: prompt.to_string().replace(chr(10), ' / ')
"""


@pytest.mark.parametrize(
    ("prompt", "last"),
    [
        ("[('system', 's'), MessagesPlaceholder('history'), ('human', '{input}')]", "System: s / Human: a / AI: A / Human: b"),
        ("[('placeholder', '{chat_history}'), ('human', '{q}')]", "Human: a / AI: A / Human: b"),
        ("[('system', 's'), MessagesPlaceholder(variable_name='messages')]", "System: s / Human: a / AI: A / Human: b"),
    ],
)
def test_prompt_with_a_placeholder_receives_the_history(prompt, last):
    talk = talk_with(CHAIN + f"prompt = ChatPromptTemplate.from_messages({prompt})\nchain = prompt | show\n")
    assert talk.memory == "messages"
    history = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "A"}]
    assert talk.run({"message": "b"}, {"id": "c", "history": history}).answer == last


def test_conversation_replaces_the_empty_history_that_a_script_passes():
    talk = talk_with(
        CHAIN + "def main():\n"
        "    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder('chat_history'), ('human', '{input}')])\n"
        "    chain = prompt | Counting()\n    print(chain.invoke({'input': 'Hi', 'chat_history': []}))\nmain()\n"
    )
    assert (talk.entry["kind"], talk.memory) == ("script", "messages")
    history = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "A"}]
    assert talk.run({"input": "b"}, {"id": "c", "history": history}).answer == "3:a:b"


def test_runnable_with_message_history_receives_the_history():
    talk = talk_with(
        CHAIN + "from langchain_core.runnables.history import RunnableWithMessageHistory\n"
        "from langchain_core.chat_history import InMemoryChatMessageHistory\nstore = {}\n"
        "def history_of(session_id):\n    return store.setdefault(session_id, InMemoryChatMessageHistory())\n"
        "prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder('history'), ('human', '{input}')])\n"
        "chain = RunnableWithMessageHistory(prompt | Counting(), history_of, input_messages_key='input', history_messages_key='history')\n"
    )
    assert talk.memory == "messages"
    assert [talk.say(f"m{number}").answer for number in range(3)] == ["1:m0:m0", "3:m0:m1", "5:m0:m2"]


def test_state_is_json_text():
    talk = talk_with(THREAD)
    state = talk.say("one").state
    assert json.loads(json.dumps(state)) == state
    assert state.isascii()


SEES = """
def look(state):
    seen = [part["image_url"]["url"][:22] for message in state["messages"] if isinstance(message.content, list)
            for part in message.content if part["type"] == "image_url"]
    words = [message.text for message in state["messages"] if isinstance(message, HumanMessage)]
    return {"messages": [AIMessage(f"{len(seen)} images:{'|'.join(words)}")]}
def build(checkpointer=None):
    return StateGraph(MessagesState).add_node("look", look).add_edge(START, "look").add_edge("look", END).compile(checkpointer=checkpointer)
"""


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "cat.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"pixels")
    return str(path)


@pytest.mark.parametrize("source", ["graph = build()\n", "graph = build(MemorySaver())\n"])
def test_graph_sees_the_image_of_a_message_and_of_earlier_turns(source, picture):
    talk = talk_with(SEES + source)
    assert talk.say("What is it?", files=[picture]).answer == "1 images:What is it?"
    assert talk.say("And its color?").answer == "1 images:What is it?|And its color?"


def test_agent_of_create_agent_sees_the_image(picture):
    counting = "class Seeing(Counting):\n    def _generate(self, messages, stop=None, run_manager=None, **kwargs):\n        part = messages[-1].content[1]['image_url']['url']\n        return ChatResult(generations=[ChatGeneration(message=AIMessage(part))])\n"
    talk = talk_with(counting + "agent = create_agent(Seeing(), tools=[])\n")
    content = base64.b64encode(b"\x89PNG\r\n\x1a\npixels").decode()
    assert talk.say("What is it?", files=[picture]).answer == f"data:image/png;base64,{content}"


def test_thread_that_is_too_large_with_its_images_continues_without_them(tmp_path):
    path = tmp_path / "large.png"
    # The content cannot be compressed.
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + os.urandom(1 << 20))
    talk = talk_with(SEES + "graph = build(MemorySaver())\n")
    assert talk.say("one", files=[str(path)]).answer == "1 images:one"
    turn = without_history(talk, "two")
    assert (turn.answer, turn.warnings) == ("0 images:one[image: large.png]|two", [])
