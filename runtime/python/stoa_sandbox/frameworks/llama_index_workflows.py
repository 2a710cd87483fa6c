"""Runs LlamaIndex workflows that a file defines itself, as a class that extends Workflow and has steps."""

from __future__ import annotations

import json

from workflows import Workflow
from workflows.events import Event, InputRequiredEvent, StartEvent, StopEvent

from ..answer import Answer
from ..values import AnswerError
from .fields import by_name
from .structured import as_plain


def _fields_of(event: Event) -> dict[str, object]:
    """Returns the declared and the additional fields of an event."""
    declared = {name: getattr(event, name) for name in type(event).model_fields}
    return {**declared, **dict(event.items())}


def _follow(event: Event, answer: Answer) -> None:
    """Sends an event that a step wrote. A `delta`, as in LlamaIndex's own events, is a chunk of the answer. Any other
    event is a step.
    """
    fields = _fields_of(event)
    delta = fields.get("delta")
    if isinstance(delta, str):
        answer.add(delta)
        return
    values = list(fields.values())
    text = values[0] if len(values) == 1 and isinstance(values[0], str) else json.dumps(as_plain(fields), default=str)
    answer.message(type(event).__name__, text)


def _start_class(workflow: Workflow) -> type[StartEvent]:
    found = getattr(workflow, "start_event_class", StartEvent)
    return found if isinstance(found, type) and issubclass(found, StartEvent) else StartEvent


def _output_of(result: object) -> object:
    """Returns the fields of the workflow's own stop event, the text of a LlamaIndex answer, or the result unchanged."""
    if isinstance(result, StopEvent):
        return as_plain(_fields_of(result))
    return str(result) if type(result).__module__.startswith("llama_index.") else as_plain(result)


async def follow_agent(agent: object, data: dict[str, object], answer: Answer) -> object:
    """Runs a workflow with the fields of its start event and returns its result. Raises AnswerError if the workflow
    waits for human input.
    """
    if not isinstance(agent, Workflow):
        raise TypeError("not a workflow of LlamaIndex")
    fields = _start_class(agent).model_fields
    texts = [name for name, field in fields.items() if field.annotation is str]
    # A plain start event accepts any field.
    handler = agent.run(**(by_name(data, list(fields), texts) if fields else data))
    async for event in handler.stream_events():
        if isinstance(event, InputRequiredEvent):
            await handler.cancel_run()
            raise AnswerError("The workflow asked for human input, which is not available on Stoa.")
        if not isinstance(event, StopEvent):
            _follow(event, answer)
    return _output_of(await handler)
