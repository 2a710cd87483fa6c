"""Runs LlamaIndex's agents, and its workflows of several agents."""

from __future__ import annotations

import json

from llama_index.core.agent.workflow import (
    AgentOutput,
    AgentStream,
    AgentWorkflow,
    FunctionAgent,
    ToolCall,
    ToolCallResult,
)
from llama_index.core.llms import ChatMessage, ImageBlock, TextBlock

from ..answer import Answer
from .fields import message_of
from .structured import as_plain


def _streams_its_answer(agent: object) -> bool:
    """Returns whether everything that the agent's model writes is the answer. Text before a tool call is not part of
    it, and other kinds of agents also write down their thoughts.
    """
    if not isinstance(agent, FunctionAgent) or agent.output_cls is not None:
        return False
    return not agent.tools and agent.tool_retriever is None and not agent.can_handoff_to


def _message_of(data: dict[str, object], answer: Answer) -> str | ChatMessage:
    text = message_of(data)
    if not answer.images:
        return text
    images = [ImageBlock(image=image.content, image_mimetype=image.type) for image in answer.images]
    return ChatMessage(role="user", blocks=[TextBlock(text=text), *images])


async def follow_agent(agent: object, data: dict[str, object], answer: Answer) -> object:
    """Runs an agent or a workflow of agents on a message and returns its output."""
    run = getattr(agent, "run", None)
    if run is None:
        raise TypeError("not an agent of LlamaIndex")
    streams = _streams_its_answer(agent)
    name = "agent" if isinstance(agent, AgentWorkflow) else str(getattr(agent, "name", "agent"))
    handler = run(user_msg=_message_of(data, answer))
    async for event in handler.stream_events():
        if isinstance(event, AgentStream):
            if streams:
                answer.add(event.delta)
        elif isinstance(event, ToolCallResult):
            answer.tool_result(event.tool_name, str(event.tool_output.content))
        elif isinstance(event, ToolCall):
            answer.tool_call(name, f"{event.tool_name}({json.dumps(event.tool_kwargs, default=str)})")
        elif isinstance(event, AgentOutput):
            # The agent whose turn has ended. In a workflow of several agents, the next tool calls belong to another
            # agent.
            name = event.current_agent_name or name
    result = await handler
    if not isinstance(result, AgentOutput):
        return as_plain(result)
    return as_plain(result.structured_response) if result.structured_response is not None else result.response.content
