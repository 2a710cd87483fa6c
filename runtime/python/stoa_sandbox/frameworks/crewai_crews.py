"""Runs CrewAI's crews, and CrewAI's agents that are not in a crew."""

from __future__ import annotations

import json

from crewai import Agent, Crew
from crewai.hooks import (
    ToolCallHookContext,
    register_after_tool_call_hook,
    register_before_tool_call_hook,
)

from ..answer import Answer
from .fields import by_name, message_of
from .structured import as_plain


def _get_name(context: ToolCallHookContext) -> str:
    return str(getattr(context.agent, "role", None) or "agent")


def _report_tools(answer: Answer) -> None:
    """Sends a step for each tool call and each result. Uses hooks, which run in the thread of the call. CrewAI's event
    handlers run in other threads, in any order.
    """

    def begin(context: ToolCallHookContext) -> None:
        answer.tool_call(_get_name(context), f"{context.tool_name}({json.dumps(as_plain(context.tool_input), default=str)})")

    def end(context: ToolCallHookContext) -> None:
        answer.tool_result(context.tool_name, str(context.tool_result or ""))

    register_before_tool_call_hook(begin)
    register_after_tool_call_hook(end)


def _get_output(output: object) -> object:
    """Returns the data of the task's output class, or the text if the task has none."""
    data = getattr(output, "pydantic", None) or getattr(output, "json_dict", None)
    return getattr(output, "raw", output) if data is None else as_plain(data)


async def follow_agent(agent: object, data: dict[str, object], answer: Answer) -> object:
    """Runs a crew with the inputs that its tasks name, or an agent with a message. Returns the final output."""
    _report_tools(answer)
    if isinstance(agent, Agent):
        return _get_output(await agent.kickoff_async(message_of(data)))
    if not isinstance(agent, Crew):
        raise TypeError("not a crew or an agent of CrewAI")
    # Turns off streaming, because the output is read when it is complete.
    agent.stream = False
    names = sorted(agent.fetch_inputs())
    result = await agent.kickoff_async(inputs=by_name(data, names, names))
    for task in result.tasks_output[:-1]:
        answer.message(task.agent, task.raw)
    return _get_output(result)
