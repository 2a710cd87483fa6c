"""Converts LangChain's messages and documents to strings and plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping

from langchain_core.documents import Document
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from ..answer import Answer
from ..message_files import note_of
from ..values import by_fields


def text_of(message: BaseMessage) -> str:
    """Returns the text of a message without its reasoning, tool calls and images."""
    content = message.content
    if isinstance(content, str):
        return content
    parts = (part if isinstance(part, str) else part.get("text", "") for part in content)
    return "".join(part for part in parts if isinstance(part, str))


def without_images(value: object, names: Mapping[str, str]) -> object:
    """Returns a list of messages with a note in place of each image, and any other value unchanged. `names` are those of
    known images, keyed by URL.
    """
    if not isinstance(value, list):
        return value
    return [_without_images(item, names) if isinstance(item, BaseMessage) else item for item in value]


def _without_images(message: BaseMessage, names: Mapping[str, str]) -> BaseMessage:
    if isinstance(message.content, str):
        return message
    content = [_to_note(part, names) if isinstance(part, dict) else part for part in message.content]
    return message.model_copy(update={"content": content})


def _to_note(part: dict[str, object], names: Mapping[str, str]) -> dict[str, object]:
    """Returns a part of a message, or a note if it is an image in OpenAI's or in LangChain's format."""
    if part.get("type") not in ("image_url", "image"):
        return part
    image = part.get("image_url")
    url = image.get("url") if isinstance(image, dict) else image
    return {"type": "text", "text": note_of(names.get(str(url)))}


def plain(value: object) -> object:
    """Returns the readable content of a value: the text of a message, which can also be a dict, or the text and
    metadata of a document.
    """
    if isinstance(value, BaseMessage):
        return text_of(value)
    if isinstance(value, Document):
        return {"page_content": value.page_content, "metadata": value.metadata}
    if isinstance(value, dict) and value.keys() == {"role", "content"}:
        return value["content"]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return [plain(item) for item in value]
    return value


def _readable(value: object) -> object:
    try:
        return by_fields(value)
    except Exception:
        # The model cannot be converted to JSON. A step must not make the run fail.
        return str(value)


def as_text(value: object) -> str:
    """Returns a value as text for a step: a string unchanged, anything else as JSON."""
    value = plain(value)
    return value if isinstance(value, str) else json.dumps(value, default=_readable, ensure_ascii=False)


def emit_message(answer: Answer, source: str, message: BaseMessage) -> None:
    """Sends a message that is not the answer as steps: its text and tool calls, or a tool's result."""
    if isinstance(message, ToolMessage):
        answer.tool_result(message.name or source, text_of(message))
        return
    answer.message(source, text_of(message))
    if isinstance(message, AIMessage):
        for call in message.tool_calls:
            answer.tool_call(source, f"{call['name']}({as_text(call['args'])})")
