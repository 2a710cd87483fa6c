"""Runs LangChain's runnables: prompt chains and models."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.messages import BaseMessage, BaseMessageChunk, HumanMessage
from langchain_core.output_parsers import BaseCumulativeTransformOutputParser
from langchain_core.runnables import Runnable, RunnableSequence

from ..answer import Answer
from ..message_files import Image, content_of
from .fields import MESSAGES, answer_of, by_name, message_of
from .histories import NAMES, fill_session, make_config, read_messages
from .messages import as_text, plain, text_of
from .prompt_files import add_files_to_prompt

Input = dict[str, object]


def input_schema(runnable: Runnable[object, object]) -> dict[str, object]:
    """Returns the JSON Schema of the runnable's input, or an empty schema."""
    try:
        return runnable.get_input_jsonschema(make_config(None))
    except Exception:
        # JSON Schema cannot represent some types. In that case, the shape of the input decides.
        return {}


def list_fields(properties: dict[str, object]) -> set[str]:
    """Returns the properties of a JSON Schema that are lists, such as conversations."""
    return {name for name, schema in properties.items() if isinstance(schema, dict) and schema.get("type") == "array"}


def runnable_input(
    runnable: Runnable[object, object], data: Input, earlier: Sequence[BaseMessage] = (), images: Sequence[Image] = ()
) -> object:
    """Returns the dict of variables, or the string, that the runnable accepts. `earlier` are the messages of the
    conversation so far. `images` become parts of the message if it is the last turn of a conversation.
    """
    schema = input_schema(runnable)
    properties = schema.get("properties")
    names = set(properties) if isinstance(properties, dict) else set()
    if schema.get("type") != "object" or not names or names == {"root"}:
        unknown = "type" not in schema and "anyOf" not in schema or names == {"root"}
        return dict(data) if unknown and "message" not in data else message_of(data)
    lists = list_fields(properties) if isinstance(properties, dict) else set()
    fields = by_name(data, sorted(names), names - lists)
    message = data.get("message")
    for name in lists - fields.keys():
        # In a prompt that consists of a conversation, the message is its last turn. Lists that are no conversation are
        # empty at first.
        is_turn = isinstance(message, str) and (name == MESSAGES or not fields)
        before = list(earlier) if name in NAMES else []
        fields[name] = [*before, HumanMessage(content_of(str(message), images))] if is_turn else before
    return fields


def _has_parts(given: object) -> bool:
    """Returns whether the message with its images is the last turn of a conversation in the input."""
    lists = [value for value in given.values() if isinstance(value, list)] if isinstance(given, dict) else []
    last = [items[-1] for items in lists if items]
    return any(isinstance(message, HumanMessage) and isinstance(message.content, list) for message in last)


def _adds_up(runnable: Runnable[object, object]) -> bool:
    """Returns whether chunks that are not text add up to the answer. Returns False for cumulative parsers, such as a
    JSON parser, whose every chunk contains everything so far.
    """
    last = runnable.last if isinstance(runnable, RunnableSequence) else runnable
    return not isinstance(last, BaseCumulativeTransformOutputParser)


def tell_actions(answer: Answer, chunk: dict[str, object]) -> None:
    """Sends the steps of an AgentExecutor, which can be part of another runnable."""
    for action in chunk.get("actions") or []:
        answer.tool_call("agent", f"{getattr(action, 'tool', '')}({as_text(getattr(action, 'tool_input', ''))})")
    for step in chunk.get("steps") or []:
        answer.tool_result(str(getattr(getattr(step, "action", None), "tool", "")), as_text(getattr(step, "observation", "")))


async def follow_runnable(runnable: Runnable[object, object], data: Input, answer: Answer) -> object:
    """Runs the runnable and returns its answer. Streams text as it arrives. Anything else is returned once it is
    complete.
    """
    has_session = fill_session(runnable, answer.memory)
    given = runnable_input(runnable, data, [] if has_session else read_messages(answer.memory), answer.images)
    if answer.attached_text or (answer.images and not _has_parts(given)):
        add_files_to_prompt(runnable, answer)
    adds_up = _adds_up(runnable)
    whole: object = None
    async for chunk in runnable.astream(given, make_config(answer.memory)):
        if isinstance(chunk, str):
            answer.add(chunk)
        elif isinstance(chunk, BaseMessageChunk):
            answer.add(text_of(chunk))
        elif isinstance(chunk, dict) and ("actions" in chunk or "steps" in chunk):
            tell_actions(answer, chunk)
            continue
        whole = _join(whole, chunk) if adds_up else chunk
    if isinstance(whole, (str, BaseMessage)):
        return plain(whole)
    if isinstance(whole, dict):
        whole = answer_of(whole, given if isinstance(given, dict) else {})
    return plain(whole)


def _join(whole: object, chunk: object) -> object:
    if whole is None:
        return chunk
    try:
        return whole + chunk  # type: ignore[operator]
    except TypeError:
        return chunk
