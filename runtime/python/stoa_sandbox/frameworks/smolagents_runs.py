"""Runs smolagents agents. Their code and their tools run in this process, which belongs to this run alone."""

from __future__ import annotations

import asyncio
import json

from smolagents import ActionStep, FinalAnswerStep, LogLevel, MultiStepAgent
from smolagents.memory import ToolCall

from ..answer import TRIAL_TURNS, Answer
from ..values import AnswerError
from .fields import message_of
from .pictures import open_picture
from .structured import as_plain

# The name of the pseudo-tool in which a CodeAgent's code runs.
_CODE = "python_interpreter"


def _describe(call: ToolCall) -> str:
    if call.name == _CODE:
        return f"{_CODE}({call.arguments})"
    return f"{call.name}({json.dumps(as_plain(call.arguments), default=str)})"


class _Follower:
    def __init__(self, agent: MultiStepAgent, answer: Answer) -> None:
        self._name = agent.name or "agent"
        self._answer = answer
        self._tools: list[str] = []
        self.final: FinalAnswerStep | None = None

    def handle(self, event: object) -> None:
        if isinstance(event, ToolCall):
            self._tools.append(event.name)
            self._answer.tool_call(self._name, _describe(event))
        elif isinstance(event, ActionStep):
            tool = self._tools[-1] if self._tools else _CODE
            if event.error is not None:
                self._answer.tool_result(tool, str(event.error))
            elif event.observations and not event.is_final_answer:
                self._answer.tool_result(tool, event.observations)
            self._tools.clear()
        elif isinstance(event, FinalAnswerStep):
            self.final = event


def _run(agent: MultiStepAgent, message: str, answer: Answer) -> object:
    follower = _Follower(agent, answer)
    pictures = [open_picture(image) for image in answer.images] or None
    for event in agent.run(message, stream=True, images=pictures, max_steps=TRIAL_TURNS if answer.trial else None):
        follower.handle(event)
        if isinstance(event, ActionStep) and event.observations_images is pictures:
            # The task already has the images. smolagents would send them again with each step so far.
            event.observations_images = None
    if follower.final is None or follower.final.output is None:
        raise AnswerError("The agent returned no output.")
    return as_plain(follower.final.output)


async def follow_agent(agent: object, data: dict[str, object], answer: Answer) -> object:
    """Runs an agent on a message and returns its final answer."""
    if not isinstance(agent, MultiStepAgent):
        raise TypeError("not an agent of smolagents")
    # The steps contain the same information as the agent's terminal output, so turn that output off.
    agent.logger.level = LogLevel.ERROR
    # The agent's loop is synchronous, and a tool may start an event loop, which requires a separate thread.
    return await asyncio.to_thread(_run, agent, message_of(data), answer)
