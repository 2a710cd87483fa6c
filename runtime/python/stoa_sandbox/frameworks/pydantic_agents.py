"""Runs agents of pydantic-ai."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable

from pydantic_ai import Agent, BinaryContent, FunctionToolCallEvent, FunctionToolResultEvent, PartDeltaEvent, PartStartEvent
from pydantic_ai.messages import TextPart, TextPartDelta

from ..answer import Answer
from .fields import message_of
from .structured import as_plain


def _has_tools(agent: Agent[object, object]) -> bool:
    """Returns whether the agent has tools. If so, text before a tool call is not part of the answer."""
    return any(getattr(toolset, "tools", True) for toolset in agent.toolsets)


class _Follower:
    def __init__(self, agent: Agent[object, object], answer: Answer) -> None:
        self._answer = answer
        self._streams = agent.output_type is str and not _has_tools(agent)
        self._name = agent.name or "agent"

    async def handle(self, _context: object, events: AsyncIterable[object]) -> None:
        async for event in events:
            if isinstance(event, FunctionToolCallEvent):
                call = event.part
                self._answer.tool_call(self._name, f"{call.tool_name}({call.args_as_json_str()})")
            elif isinstance(event, FunctionToolResultEvent):
                result = event.part
                content = result.content
                text = content if isinstance(content, str) else json.dumps(as_plain(content), default=str)
                self._answer.tool_result(str(result.tool_name or "tool"), text)
            elif self._streams and isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
                self._answer.add(event.part.content)
            elif self._streams and isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
                self._answer.add(event.delta.content_delta)


def _prompt_of(text: str, answer: Answer) -> str | list[str | BinaryContent]:
    images = [BinaryContent(image.content, media_type=image.type) for image in answer.images]
    return [text, *images] if images else text


async def follow_agent(agent: object, data: dict[str, object], answer: Answer, deps: object = None) -> object:
    """Runs an agent on a message and returns its output."""
    if not isinstance(agent, Agent):
        raise TypeError("not an agent of pydantic-ai")
    follower = _Follower(agent, answer)
    result = await agent.run(_prompt_of(message_of(data), answer), deps=deps, event_stream_handler=follower.handle)
    return as_plain(result.output)
