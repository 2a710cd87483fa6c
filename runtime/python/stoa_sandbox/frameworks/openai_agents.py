"""Runs agents of the OpenAI Agents SDK."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack

from agents import Agent, Runner, TResponseInputItem, set_tracing_disabled
from agents.items import MessageOutputItem, ToolCallItem, ToolCallOutputItem
from agents.stream_events import AgentUpdatedStreamEvent, RawResponsesStreamEvent, RunItemStreamEvent

from ..answer import TRIAL_TURNS, Answer
from ..values import AnswerError
from .fields import message_of
from .structured import as_plain

# The maximum number of turns. The SDK's own limit is 10, which teams with handoffs and several tools exceed. A run
# usually reaches its cost limit first.
_MOST_TURNS = 30


def _is_alone(agent: Agent[object]) -> bool:
    """Returns whether everything that the model writes is the answer, because no tool and no other agent can follow."""
    return not (agent.tools or agent.handoffs or agent.mcp_servers or agent.output_type not in (None, str))


class _Follower:
    """Sends the steps of a run. Streams text only from an agent that is alone, because otherwise text from another
    agent may follow.
    """

    def __init__(self, agent: Agent[object], answer: Answer) -> None:
        self._answer = answer
        self._streams = _is_alone(agent)
        self._tools: dict[str, str] = {}
        self._held: tuple[str, str] | None = None

    def handle(self, event: object) -> None:
        if isinstance(event, RawResponsesStreamEvent):
            if self._streams and event.data.type == "response.output_text.delta":
                self._answer.add(event.data.delta)
        elif isinstance(event, AgentUpdatedStreamEvent):
            self._send_held()
        elif isinstance(event, RunItemStreamEvent):
            self._handle_item(event.item)

    def _handle_item(self, item: object) -> None:
        if isinstance(item, ToolCallItem):
            self._send_held()
            call = item.raw_item
            name = str(getattr(call, "name", None) or getattr(call, "type", "tool"))
            self._tools[str(getattr(call, "call_id", ""))] = name
            self._answer.tool_call(item.agent.name, f"{name}({getattr(call, 'arguments', '')})")
        elif isinstance(item, ToolCallOutputItem):
            raw = item.raw_item
            call_id = str(raw.get("call_id", "")) if isinstance(raw, dict) else str(getattr(raw, "call_id", ""))
            self._answer.tool_result(self._tools.get(call_id, "tool"), _text_of(as_plain(item.output)))
        elif isinstance(item, MessageOutputItem):
            self._send_held()
            texts = (getattr(part, "text", "") for part in item.raw_item.content)
            self._held = (item.agent.name, "".join(texts))

    def _send_held(self) -> None:
        """Sends the message before this event as a step, because it is not the answer."""
        if self._held is not None and not self._streams:
            self._answer.message(*self._held)
        self._held = None


def _text_of(output: object) -> str:
    """Returns a tool's result as text. MCP servers wrap text in objects."""
    if isinstance(output, dict) and output.get("type") == "text" and isinstance(output.get("text"), str):
        return str(output["text"])
    return output if isinstance(output, str) else json.dumps(output, default=str)


async def _connect_servers(agent: Agent[object], stack: AsyncExitStack) -> None:
    """Connects the MCP servers of an agent and of the agents that it hands over to, unless the file has connected them.
    They are disconnected when the stack closes.
    """
    waiting, known = [agent], {id(agent)}
    for each in waiting:
        for server in each.mcp_servers:
            # Servers of classes that the file defines have no session that shows whether they are connected. They
            # connect themselves.
            if getattr(server, "session", server) is None:
                await stack.enter_async_context(server)
        others = [item for item in each.handoffs if isinstance(item, Agent) and id(item) not in known]
        known.update(map(id, others))
        waiting += others


def _input_of(text: str, answer: Answer) -> str | list[TResponseInputItem]:
    """Returns the text, or a message in the format of OpenAI's Responses if there are images."""
    if not answer.images:
        return text
    images = [{"type": "input_image", "detail": "auto", "image_url": image.url} for image in answer.images]
    return [{"role": "user", "content": [{"type": "input_text", "text": text}, *images]}]  # type: ignore[list-item]


async def follow_agent(agent: object, data: dict[str, object], answer: Answer, context: object = None) -> object:
    """Runs an agent on a message and returns its final output. Raises AnswerError if there is no output, and the SDK's
    MaxTurnsExceeded if the agent needs too many turns.
    """
    if not isinstance(agent, Agent):
        raise TypeError("not an agent of the OpenAI Agents SDK")
    # Traces would be sent to OpenAI, which a run cannot reach.
    set_tracing_disabled(True)
    turns = TRIAL_TURNS if answer.trial else _MOST_TURNS
    follower = _Follower(agent, answer)
    async with AsyncExitStack() as stack:
        await _connect_servers(agent, stack)
        given = _input_of(message_of(data), answer)
        result = Runner.run_streamed(agent, given, max_turns=turns, context=context)
        async for event in result.stream_events():
            follower.handle(event)
    if result.final_output is None:
        raise AnswerError("The agent returned no output.")
    return as_plain(result.final_output)
