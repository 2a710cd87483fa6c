"""Runs CrewAI's crews, and CrewAI's agents that are not in a crew."""

from __future__ import annotations

import json
from collections.abc import Iterable

from crewai import Agent, Crew
from crewai.hooks import (
    LLMCallHookContext,
    ToolCallHookContext,
    register_after_tool_call_hook,
    register_before_llm_call_hook,
    register_before_tool_call_hook,
)

from ..answer import Answer
from ..message_files import extend_content
from ..values import AnswerError
from .fields import by_name, message_of
from .structured import as_plain

# The models to which CrewAI passes on the parts of a message in OpenAI's format. It expects other formats for the others.
_SEE_PARTS = ("openai", "azure", "openrouter")


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


def _show_files(answer: Answer, agents: Iterable[Agent]) -> None:
    """Adds the files to the task that an agent gets. CrewAI's own `input_files` need another package, and a model whose
    name CrewAI knows to see images, which an operator's `default` is not. Raises AnswerError if a model cannot get them.
    """
    if not (answer.images or answer.attached_text):
        return
    for agent in agents if answer.images else ():
        _check_model(agent)
    shown = [image.as_part() for image in answer.images]

    def has_files(content: object) -> bool:
        if shown:
            return isinstance(content, list) and shown[0] in content
        return answer.attached_text in str(content)

    def add(context: LLMCallHookContext) -> None:
        # Without an executor, the model converts an answer that an agent has given.
        if context.executor is None or any(has_files(message.get("content")) for message in context.messages):
            return
        task = next((message for message in reversed(context.messages) if message.get("role") == "user"), None)
        if task is not None:
            task["content"] = extend_content(task.get("content") or "", answer.attached_text, answer.images)

    register_before_llm_call_hook(add)


def _check_model(agent: Agent) -> None:
    model = agent.llm
    is_openai = getattr(model, "provider", None) in _SEE_PARTS and getattr(model, "api", None) != "responses"
    if not (is_openai or getattr(model, "is_litellm", False)):
        name = getattr(model, "model", "its model")
        raise AnswerError(
            f"The agent {agent.role.strip()} cannot see images with {name}. Use a model with the API of OpenAI's chat "
            "completions, or send the request without images."
        )


def _get_output(output: object) -> object:
    """Returns the data of the task's output class, or the text if the task has none."""
    data = getattr(output, "pydantic", None) or getattr(output, "json_dict", None)
    return getattr(output, "raw", output) if data is None else as_plain(data)


async def follow_agent(agent: object, data: dict[str, object], answer: Answer) -> object:
    """Runs a crew with the inputs that its tasks name, or an agent with a message. Returns the final output."""
    _report_tools(answer)
    if isinstance(agent, Agent):
        _show_files(answer, [agent])
        return _get_output(await agent.kickoff_async(message_of(data)))
    if not isinstance(agent, Crew):
        raise TypeError("not a crew or an agent of CrewAI")
    _show_files(answer, agent.agents)
    # Turns off streaming, because the output is read when it is complete.
    agent.stream = False
    names = sorted(agent.fetch_inputs())
    result = await agent.kickoff_async(inputs=by_name(data, names, names))
    for task in result.tasks_output[:-1]:
        answer.message(task.agent, task.raw)
    return _get_output(result)
