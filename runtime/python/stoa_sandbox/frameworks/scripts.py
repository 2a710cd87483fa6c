"""Runs typical AutoGen files, in which a function without parameters runs a team on its own task. The caller's message
replaces the task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ..answer import Answer
from ..inspection.agent_scripts import ANSWER_HOOK
from ..inspection.scripts import TASK_HOOK
from .agent_scripts import AnswerHook
from .fields import message_of

Input = dict[str, object]


class TaskHook:
    """Replaces `team.run` and `team.run_stream` in the file: runs the team on the message and observes it."""

    def __init__(self, data: Input, answer: Answer) -> None:
        self._text = message_of(data)
        self._answer = answer
        self._conversation: object = None

    def __call__(self, team: object, method: str, **options: object) -> object:
        from .autogen import Conversation, task_of

        conversation = Conversation(team, self._answer)
        self._conversation = conversation
        stream = conversation.follow(team, task_of(self._text, self._answer), **options)
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


class ScriptHooks:
    """The hooks that replace the runs of agents in a file. `names` contains the hooks, keyed by their global names."""

    def __init__(self, data: Input, answer: Answer) -> None:
        self._task = TaskHook(data, answer)
        self._answer = AnswerHook(data, answer)
        self.names: dict[str, object] = {TASK_HOOK: self._task, ANSWER_HOOK: self._answer}

    def run(self, function: Callable[[], object]) -> object:
        """Runs the file's function and returns the answer of the agent or team that it runs. Raises LookupError if the
        function ends without running one.
        """
        try:
            result = function()
            if isinstance(result, Awaitable):
                asyncio.run(_finish(result))
        except BaseException:
            # The hook stops the function by raising an exception. A task group, such as an MCP client's, wraps it in an
            # exception group.
            if not self._answer.has_ended:
                raise
        return self._answer.result() if self._answer.has_ended else self._task.read_answer()


async def _finish(result: Awaitable[object]) -> None:
    await result
