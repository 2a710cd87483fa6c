"""Turns the interrupts of LangGraph graphs into questions to the person, and their next message into the answer.

A graph that calls `interrupt`, or has a middleware such as HumanInTheLoopMiddleware, pauses until it gets a value. The turn
ends with the question as its answer, and the thread keeps the pause. The next turn resumes the graph.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from langgraph.pregel import Pregel
from langgraph.types import Command, Interrupt

from .messages import as_text

# A person who answers with one of these words, and nothing else, agrees. Every other answer says what to do instead.
_AGREED = frozenset(("approve", "approved", "yes", "y", "ok", "okay", "go", "accept", "continue"))
# The fields in which agents put the text of their question.
_TEXTS = ("question", "message", "prompt", "description", "text", "query", "action_request")


async def find_pending(graph: Pregel, config: Mapping[str, object] | None) -> list[Interrupt]:
    """Returns the interrupts at which the graph's thread is paused."""
    snapshot = await graph.aget_state(config)
    return [pending for task in snapshot.tasks for pending in task.interrupts]


def ask(interrupts: Sequence[Interrupt]) -> str:
    """Returns the question to the person."""
    return "\n\n".join(_describe(interrupt.value) for interrupt in interrupts)


def resume(interrupts: Sequence[Interrupt], message: str) -> Command[object]:
    """Returns the command that continues a paused graph with the person's answer."""
    if len(interrupts) == 1:
        return Command(resume=_to_value(interrupts[0].value, message))
    return Command(resume={pending.id: _to_value(pending.value, message) for pending in interrupts})


def _describe(value: object) -> str:
    requests = _get_requests(value)
    if requests is not None:
        lines = [_describe_request(request) for request in requests]
        return "\n".join([*lines, "", "Reply “approve”, or say what to do instead."])
    if isinstance(value, Mapping):
        text = next((value[name] for name in _TEXTS if isinstance(value.get(name), str)), None)
        others = {name: part for name, part in value.items() if part != text}
        if text is not None:
            return f"{text}\n\n{as_text(others)}" if others else text
    return as_text(value)


def _get_requests(value: object) -> list[Mapping[str, object]] | None:
    """Returns the actions that HumanInTheLoopMiddleware asks about, or None for another question."""
    requests = value.get("action_requests") if isinstance(value, Mapping) else None
    if not isinstance(requests, list) or not all(isinstance(request, Mapping) for request in requests):
        return None
    return requests


def _describe_request(request: Mapping[str, object]) -> str:
    arguments = request.get("args", request.get("arguments", {}))
    return f"May I call {request.get('name', request.get('action', 'a tool'))}({as_text(arguments)})?"


def _to_value(asked: object, message: str) -> object:
    """Returns the value for an interrupt. Agents that expect an object or a list get it if the answer is JSON."""
    requests = _get_requests(asked)
    if requests is not None:
        agreed = message.strip().rstrip(".!").lower() in _AGREED
        decision = {"type": "approve"} if agreed else {"type": "reject", "message": message}
        return {"decisions": [decision for _ in requests]}
    if message.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(message)
        except ValueError:
            return message
    return message
