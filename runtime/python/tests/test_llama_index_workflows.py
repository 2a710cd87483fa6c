"""Runs LlamaIndex workflows that a file defines itself, with the real package and a test provider."""

import pytest

pytest.importorskip("llama_index.core", reason="needs the packages of tests/runners")

from framework_runs import run_file
from scripted_provider import provider, text_answer  # noqa: F401


WORKFLOW = """
from llama_index.core.workflow import Context, Event, InputRequiredEvent, StartEvent, StopEvent, Workflow, step
from llama_index.llms.openai import OpenAI
from pydantic import BaseModel

llm = OpenAI(model="gpt-4o-mini")

class Progress(Event):
    text: str

class Piece(Event):
    delta: str
"""


def test_a_custom_workflow_receives_its_fields_and_its_events_become_steps(provider):
    provider.answers[:] = [text_answer("Why did the pirate "), text_answer("It is funny")]
    source = """
class Joke(Event):
    joke: str

class JokeFlow(Workflow):
    @step
    async def write(self, ctx: Context, ev: StartEvent) -> Joke:
        ctx.write_event_to_stream(Progress(text=f"I write about {ev.topic}"))
        return Joke(joke=str(await llm.acomplete(f"A {ev.get('style', 'dry')} joke about {ev.topic}")))

    @step
    async def judge(self, ctx: Context, ev: Joke) -> StopEvent:
        ctx.write_event_to_stream(ev)
        return StopEvent(result=await llm.acomplete(f"Judge: {ev.joke}"))

flow = JokeFlow(timeout=60)

async def main():
    print(await flow.run(topic="pirates"))
"""
    found = run_file(WORKFLOW + source, {"topic": "leaves"})
    assert found.result == "It is funny"
    assert found.steps == [
        ("message", "Progress", "I write about leaves"),
        ("message", "Joke", "Why did the pirate "),
    ]
    assert provider.requests[-2]["messages"][-1]["content"] == "A dry joke about leaves"


def test_the_chunks_that_a_workflow_writes_are_streamed_as_its_answer(provider):
    provider.answers[:] = [text_answer("Hello ", "there")]
    source = """
class Flow(Workflow):
    @step
    async def write(self, ctx: Context, ev: StartEvent) -> StopEvent:
        text = ""
        async for part in await llm.astream_complete(ev.message):
            ctx.write_event_to_stream(Piece(delta=part.delta or ""))
            text = part.text
        return StopEvent(result=text)

flow = Flow()
"""
    found = run_file(WORKFLOW + source, {"message": "hi"})
    assert "".join(found.pieces) == found.result == "Hello there"
    assert found.steps == []


def test_a_workflow_with_custom_events_receives_and_returns_the_fields_of_the_events():
    source = """
class City(BaseModel):
    name: str

class Begin(StartEvent):
    city: str
    days: int = 2

class End(StopEvent):
    city: City
    hours: int

class Flow(Workflow):
    @step
    async def plan(self, ev: Begin) -> End:
        return End(city=City(name=ev.city), hours=ev.days * 24)

flow = Flow()
"""
    assert run_file(WORKFLOW + source, {"city": "Bern"}).result == {"city": {"name": "Bern"}, "hours": 48}
    # Callers of the API may send a message to any agent.
    assert run_file(WORKFLOW + source, {"message": "Bern"}).result == {"city": {"name": "Bern"}, "hours": 48}


def test_a_workflow_that_waits_for_a_person_fails_with_the_reason():
    source = """
class Flow(Workflow):
    @step
    async def ask(self, ev: StartEvent) -> InputRequiredEvent:
        return InputRequiredEvent(prefix="How are you?")

    @step
    async def end(self, ev: HumanResponseEvent) -> StopEvent:
        return StopEvent(result=ev.response)

flow = Flow()
"""
    with pytest.raises(Exception, match="asked for human input"):
        run_file(WORKFLOW + "from llama_index.core.workflow import HumanResponseEvent\n" + source, {"message": "hi"})
