"""LangGraph's interrupts in a conversation: the turn ends with a question, and the next message is the answer."""

import pytest

pytest.importorskip("langchain", reason="needs the langchain environment")
pytest.importorskip("langgraph")

from conversation_runs import Talk

GRAPH = """
from typing import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt

class State(TypedDict):
    message: str
    result: str

def ask(state):
    answer = interrupt(QUESTION)
    return {"result": f"{state['message']}: {answer!r}"}

graph = StateGraph(State).add_node(ask).add_edge(START, "ask").compile(checkpointer=InMemorySaver())
"""

AGENT = """
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver

def send(to: str) -> str:
    "Sends the letter."
    return f"sent to {to}"

class Model(BaseChatModel):
    _llm_type = "model"
    def bind_tools(self, tools, **kwargs):
        return self
    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        last = messages[-1]
        calls = [{"name": "send", "args": {"to": "Ada"}, "id": "call_1"}]
        said = AIMessage(f"Done: {last.content}") if isinstance(last, ToolMessage) else AIMessage("", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=said)])

agent = create_agent(
    Model(), tools=[send], checkpointer=InMemorySaver(), middleware=[HumanInTheLoopMiddleware(interrupt_on={"send": True})])
"""


def talk_with(question):
    return Talk(GRAPH.replace("QUESTION", question))


def test_next_message_answers_the_question():
    talk = talk_with('"May I?"')
    assert talk.say("book it").answer == "May I?"
    assert talk.say("yes, please").answer == "book it: 'yes, please'"
    assert talk.say("another").answer == "May I?"


def test_question_is_answered_in_another_process():
    talk = talk_with('"May I?"')
    assert talk.say_apart("book it").answer == "May I?"
    assert talk.say_apart("yes").answer == "book it: 'yes'"


def test_edited_answer_gets_another_result():
    talk = talk_with('"May I?"')
    talk.say("book it")
    talk.say("yes")
    assert talk.branch(1).say("no").answer == "book it: 'no'"


@pytest.mark.parametrize(
    "question, shown",
    [
        ('{"question": "Which seat?", "free": ["1A", "2C"]}', 'Which seat?\n\n{"free": ["1A", "2C"]}'),
        ('{"draft": "Dear Ada"}', '{"draft": "Dear Ada"}'),
        ("42", "42"),
    ],
)
def test_question_shows_what_the_agent_passed(question, shown):
    assert talk_with(question).say("hi").answer == shown


@pytest.mark.parametrize(
    "message, value", [('{"seat": "1A"}', "{'seat': '1A'}"), ("[1, 2]", "[1, 2]"), ("[not JSON", "'[not JSON'"), ("7", "'7'")]
)
def test_json_answer_arrives_as_data(message, value):
    talk = talk_with('"Which?"')
    talk.say("x")
    assert talk.say(message).answer == f"x: {value}"


def test_two_questions_at_once_get_the_same_answer():
    source = GRAPH.replace("result: str", "result: Annotated[list, add]").replace(
        "import TypedDict", "import Annotated, TypedDict\nfrom operator import add"
    )
    source = source.replace('{"result": f"{state[\'message\']}: {answer!r}"}', '{"result": [answer]}').replace("QUESTION", '"First?"')
    source = source.replace(
        '.add_node(ask).add_edge(START, "ask")',
        '.add_node(ask).add_node("two", lambda state: {"result": [interrupt("Second?")]}).add_edge(START, "ask").add_edge(START, "two")',
    )
    talk = Talk(source)
    assert talk.say("hi").answer == "First?\n\nSecond?"
    assert "both" in str(talk.say("both").answer)


@pytest.mark.parametrize("message", ["approve", "Yes.", "OK"])
def test_approved_tool_call_is_made(message):
    talk = Talk(AGENT)
    asked = talk.say("write to Ada").answer
    assert asked == 'May I call send({"to": "Ada"})?\n\nReply “approve”, or say what to do instead.'
    assert talk.say(message).answer == "Done: sent to Ada"


def test_rejected_tool_call_is_not_made_and_the_model_gets_the_reason():
    talk = Talk(AGENT)
    talk.say("write to Ada")
    answer = talk.say("No, write to Grace").answer
    assert answer.startswith("Done: ") and "No, write to Grace" in answer and "sent" not in answer


def test_trial_ends_with_the_question():
    talk = talk_with('"May I?"')
    job = {**talk._job({"message": "hi"}, None), "trial": True}
    from conversation_runs import Turn, run_entry

    turn = Turn("hi")
    run_entry(job, turn)
    assert turn.answer == "May I?"
