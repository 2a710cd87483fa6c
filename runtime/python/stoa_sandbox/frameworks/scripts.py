"""Typical AutoGen files: a function without parameters runs a team on its own task, which the caller's message
replaces.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ..answer import Answer
from .fields import message_of

Input = dict[str, object]


class TaskHook:
    """Replaces `team.run` and `team.run_stream` in the file: runs the team on the message and observes the team."""

    def __init__(self, data: Input, answer: Answer) -> None:
        self._task = message_of(data)
        self._answer = answer
        self._conversation: object = None

    def __call__(self, team: object, method: str, **options: object) -> object:
        from .autogen import Conversation

        conversation = Conversation(team, self._answer)
        self._conversation = conversation
        stream = conversation.follow(team, self._task, **options)
        return stream if method == "run_stream" else self._result(stream)

    async def _result(self, stream: object) -> object:
        last: object = None
        async for last in stream:  # type: ignore[attr-defined]
            pass
        return last

    def read_answer(self) -> object:
        """Returns the team's answer. Raises LookupError if the function ended without running its team."""
        if self._conversation is None:
            raise LookupError("the function ended without running its agent or team")
        return self._conversation.read_answer()  # type: ignore[attr-defined]


def run_script(function: Callable[[], object], hook: TaskHook) -> object:
    result = function()
    if isinstance(result, Awaitable):

        async def finish() -> None:
            await result

        asyncio.run(finish())
    return hook.read_answer()
