"""Tests what the LangChain samples compute on hostile input. Their models return as little as possible."""

import time

import pytest

pytest.importorskip("langchain_core", reason="needs the langchain environment")
pytest.importorskip("langgraph")

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda
from seed_agents import load
from test_hostile_input import SIZE, UNITS

pytestmark = pytest.mark.usefixtures("provider_key")

ODD = ["", " \n\t ", "?", "|", "a\x00b", "\ud800", "Anna:", "Date: 2026-99-99", "rating,comment\n5", "★", "11/10 x y z"]


class Silent(RunnableLambda):
    """A model that returns an empty string, or `other` if a structured answer is requested."""

    def __init__(self):
        super().__init__(lambda _: AIMessage(""))

    def with_structured_output(self, schema):
        empty = {"owner": "nobody", "due": ""}
        return RunnableLambda(lambda _: empty if isinstance(schema, dict) else schema(kind="other"))


def minutes(message, **fields):
    module = load("meeting-minutes")
    module.model = Silent()
    return module.graph.invoke({"message": message, **fields})["minutes"]


def feedback(message):
    module = load("feedback-analyst")
    data = module.split(message)
    readings = [module.Reading(mood="neutral", topic="other") for _ in data["comments"]]
    return module.write({**module.count({**data, "readings": readings}), "summary": ""})


@pytest.mark.parametrize("agent", [minutes, feedback])
@pytest.mark.parametrize("message", ODD)
def test_malformed_input_gets_an_answer(agent, message):
    assert agent(message).startswith("## ")


@pytest.mark.parametrize("agent", [minutes, feedback])
@pytest.mark.parametrize("name", [*UNITS, "tasks", "refunds"])
def test_large_repetitive_input_is_handled_within_bounds(agent, name):
    unit = {**UNITS, "tasks": "Anna: I'll call Ben by Friday.\n", "refunds": "1/5 Late. I want a refund.\n"}[name]
    started = time.process_time()
    answer = agent(unit * (SIZE // len(unit)))
    assert time.process_time() - started < 4  # seconds of CPU: quadratic work on so much text takes minutes
    assert len(answer) < 200_000


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("Friday", "2026-03-06"),
        ("Monday", "2026-03-09"),
        ("tomorrow", "2026-03-03"),
        ("end of the week", "2026-03-06"),
        ("end of next week", "2026-03-13"),
        ("end of the month", "2026-03-31"),
        ("in 2 weeks", "2026-03-16"),
        ("10th of March", "2026-03-10"),
        ("March 10", "2026-03-10"),
        ("2026-04-01", "2026-04-01"),
    ],
)
def test_relative_days_are_resolved_from_the_meeting_date(words, day):
    answer = minutes(f"Anna: I will call the printer by {words}.", meeting_date="2026-03-02")
    assert f"| Anna | {day}" in answer


def test_relative_days_are_kept_without_a_meeting_date():
    answer = minutes("Anna: I will call the printer by Friday.")
    assert "| Anna | Friday |" in answer and "do not say the day of the meeting" in answer


@pytest.mark.parametrize(
    ("text", "stars", "words"),
    [
        ("4/5 Good lamp", 4, "Good lamp"),
        ("8/10 - Good lamp", 4, "Good lamp"),
        ("Rating: 2 Too dark", 2, "Too dark"),
        ("★★★☆☆ So so", 3, "So so"),
        ("1 star Broken", 1, "Broken"),
        ("5 lamps arrived broken", None, "5 lamps arrived broken"),
    ],
)
def test_ratings_are_read_from_the_beginning_of_a_comment(text, stars, words):
    assert load("feedback-analyst").rated(text) == (stars, words)


def test_table_of_comments_keeps_commas_and_ratings():
    split = load("feedback-analyst").split('rating,comment\n2,"Late, and broken"\n5,Lovely\n')
    assert [(c.text, c.stars) for c in split["comments"]] == [("Late, and broken", 2), ("Lovely", 5)]


def test_comments_beyond_the_limit_are_counted():
    assert "5 comments after the first 40 were not read" in feedback("It is a lamp.\n" * 45)
