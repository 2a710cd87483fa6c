"""Runs AutoGen's agents and teams (AgentChat)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from autogen_agentchat.base import ChatAgent, Response, TaskResult
from autogen_agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    MultiModalMessage,
    StructuredMessage,
    TextMessage,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
    UserInputRequestedEvent,
)
from autogen_core import CancellationToken

from ..answer import TRIAL_TURNS, Answer
from ..values import AnswerError
from .autogen_images import load_image
from .autogen_state import load_state, save_state
from .fields import message_of

Input = dict[str, object]


def _get_content(message: BaseChatMessage) -> object:
    """Returns the content of a message: a string unchanged, even if it ended the conversation, and structured content
    as data."""
    return message.content if isinstance(message, (TextMessage, StructuredMessage)) else message.to_text()


def _is_users(message: object) -> bool:
    return getattr(message, "source", None) == "user"


class Conversation:
    """Follows a team's messages. The last message is the answer, and the messages before it are steps."""

    def __init__(self, team: object, answer: Answer) -> None:
        self._answer = answer
        # With several members, it is unknown until the team ends whose message is the last, so only a single agent is
        # streamed.
        self._memory = answer.memory
        self._is_one = isinstance(team, ChatAgent)
        self._held: BaseChatMessage | None = None
        self._turns = 0
        self._stop_reason = ""
        self._waits_for_person = False

    def hear(self, item: object) -> None:
        if isinstance(item, ModelClientStreamingChunkEvent):
            if self._is_one:
                self._answer.add(item.content)
        elif isinstance(item, ToolCallRequestEvent):
            for call in item.content:
                self._answer.tool_call(item.source, f"{call.name}({call.arguments})")
        elif isinstance(item, ToolCallExecutionEvent):
            for result in item.content:
                self._answer.tool_result(result.name, result.content)
        elif isinstance(item, UserInputRequestedEvent):
            self._waits_for_person = True
        elif isinstance(item, BaseAgentEvent):
            self._answer.message(item.source, item.to_text())
        elif isinstance(item, BaseChatMessage) and not _is_users(item):
            self._hold(item)
        elif isinstance(item, Response):
            self.hear(item.chat_message)
        elif isinstance(item, TaskResult):
            self._stop_reason = item.stop_reason or ""

    def _hold(self, message: BaseChatMessage) -> None:
        self._turns += 1
        if self._held is not None:
            self._answer.message(self._held.source, self._held.to_text())
        self._held = message

    @property
    def _early_end(self) -> str | None:
        """Returns the reason why the conversation can end early with its last message as the answer, or None."""
        if self._held is None:
            return None
        if self._waits_for_person:
            return "It is a human's turn, but no human is available."
        return "The trial has run long enough." if self._answer.trial and self._turns >= TRIAL_TURNS else None

    def read_answer(self) -> object:
        if self._held is None and self._stop_reason and self._memory is not None and self._memory.has_state:
            # The person's message itself ended the team, such as an approval.
            return self._stop_reason
        if self._held is None:
            reason = f" It stopped because: {self._stop_reason}" if self._stop_reason else ""
            raise AnswerError(f"The conversation ended without output.{reason}")
        return _get_content(self._held)

    async def follow(self, runner: object, task: str | MultiModalMessage, **options: object) -> AsyncGenerator[object, None]:
        """Runs the team and yields each item for the reader of the stream. Stops the team if the conversation can end
        early. Loads the team's state before the run and saves it afterward.
        """
        token = options.setdefault("cancellation_token", CancellationToken())
        await load_state(runner, self._memory)
        stream = runner.run_stream(task=task, **options)  # type: ignore[attr-defined]
        last: object = None
        async for item in stream:
            self.hear(item)
            if isinstance(item, TaskResult):
                # The reader may stop at the result, and the team's state is final only after the stream has ended.
                last = item
                continue
            yield item
            reason = self._early_end
            if reason is not None and self._held is not None and isinstance(token, CancellationToken):
                await _cancel(stream, token)
                last = TaskResult(messages=[self._held], stop_reason=reason)
                break
        await save_state(runner, self._memory)
        if last is not None:
            yield last


async def _cancel(stream: AsyncGenerator[object, None], token: CancellationToken) -> None:
    """Stops the team. Closing the stream would wait until the team ends, which may never happen."""
    token.cancel()
    try:
        async for _ in stream:
            pass
    except (asyncio.CancelledError, RuntimeError):
        # A RuntimeError means that a member asked a question, because there is no keyboard.
        pass


def task_of(text: str, answer: Answer) -> str | MultiModalMessage:
    """Returns the task of an agent or a team: the text, or a message with the images of the person."""
    if not answer.images:
        return text
    return MultiModalMessage(content=[text, *map(load_image, answer.images)], source="user")


async def follow_task(runner: object, data: Input, answer: Answer) -> object:
    """Runs an agent or a team on a task."""
    task = task_of(message_of(data), answer)
    conversation = Conversation(runner, answer)
    if callable(getattr(runner, "run_stream", None)):
        async for _ in conversation.follow(runner, task):
            pass
    else:
        await load_state(runner, answer.memory)
        result = await runner.run(task=task)  # type: ignore[attr-defined]
        await save_state(runner, answer.memory)
        for item in [*result.messages, result]:
            conversation.hear(item)
    return conversation.read_answer()
