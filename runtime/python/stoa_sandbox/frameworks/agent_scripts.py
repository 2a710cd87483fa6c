"""Runs typical framework files whose main function creates an agent, often with an MCP server's tools, and runs it on a
fixed task. The caller's input replaces the task.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping

from ..answer import Answer
from ..message_files import content_of
from .fields import MESSAGES, message_of

Input = dict[str, object]


class _Answered(BaseException):
    """Ends the file's function as soon as the agent has answered. An `except Exception` in the file does not catch it.
    """


# The names under which a file passes a conversation beside the message.
_HISTORIES = ("history", "chat_history")


def _merge(own: object, data: Input, answer: Answer, has_thread: bool) -> Input:
    """Returns the caller's input, merged with the fields that the file computes, such as retrieved documents. The
    conversation so far replaces the conversation that the file itself passes. `has_thread` says whether the agent keeps
    the conversation itself.
    """
    if not isinstance(own, Mapping):
        return data
    memory = answer.memory
    computed = {str(name): value for name, value in own.items() if name != MESSAGES and name not in data}
    if memory is not None and memory.history:
        computed = {name: value for name, value in computed.items() if name not in _HISTORIES}
    messages = own.get(MESSAGES)
    # The thread of a later turn already contains the file's own messages.
    is_known = has_thread and memory is not None and memory.has_state
    if isinstance(messages, list) and len(messages) > 1 and MESSAGES not in data and not is_known:
        earlier = [] if memory is None else memory.history
        computed[MESSAGES] = [*messages[:-1], *earlier, {"role": "user", "content": content_of(message_of(data), answer.images)}]
    return {**computed, **data}


class AnswerHook:
    """Replaces `agent.ainvoke` and similar calls in the file: runs the agent on the caller's input."""

    def __init__(self, data: Input, answer: Answer) -> None:
        self._data = data
        self._answer = answer
        self._result: object = None
        self._error: Exception | None = None
        self.has_ended = False

    def __call__(self, agent: object, own: object, is_async: bool, **options: object) -> object:
        running = self._run(agent, own, options)
        return running if is_async else _run_to_end(running)

    async def _run(self, agent: object, own: object, options: dict[str, object]) -> None:
        from ..frameworks import follow

        try:
            has_thread = getattr(agent, "checkpointer", None) is not None
            data = _merge(own, self._data, self._answer, has_thread)
            self._result = await follow(agent, "agent", data, self._answer, **options)
        except Exception as error:
            # The file may catch and print the exception, but the printed text is not an answer.
            self._error = error
            raise
        finally:
            self.has_ended = True
        raise _Answered

    def result(self) -> object:
        """Returns the agent's answer, or raises its exception."""
        if self._error is not None:
            raise self._error
        return self._result


def _run_to_end(running: Coroutine[object, object, None]) -> None:
    """Runs a coroutine from a synchronous function, which may have been called by an asynchronous function."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(running)
        return
    raised: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(running)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    raise raised[0]
