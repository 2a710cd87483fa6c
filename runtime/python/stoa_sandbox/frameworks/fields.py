"""Finds the message among the fields of an input and the answer among the fields of an output."""

from __future__ import annotations

from collections.abc import Collection, Mapping

# Common names of the field that a person fills in.
_MESSAGE_FIELDS = (
    "message", "input", "question", "query", "task", "topic", "text", "prompt", "content", "request",
    "user_input", "user_message", "user_query",
)  # fmt: skip
_ANSWER_FIELDS = ("answer", "output", "final_answer", "final_output", "response", "result", "generation", "report")
MESSAGES = "messages"


def message_of(data: Mapping[str, object]) -> str:
    """Returns the message, or the input's only string. Returns an empty string if there is neither."""
    message = data.get("message")
    if isinstance(message, str):
        return message
    texts = [value for value in data.values() if isinstance(value, str)]
    return texts[0] if len(texts) == 1 else ""


def by_name(data: Mapping[str, object], names: Collection[str], texts: Collection[str]) -> dict[str, object]:
    """Returns the input fields in `names`. If the input has none of them, passes its message as one of the fields in
    `texts`.
    """
    found = {name: data[name] for name in names if name in data}
    message = data.get("message")
    open_texts = [name for name in names if name in texts and name not in found]
    if found or message is None or not open_texts:
        return found
    usual = [name for name in _MESSAGE_FIELDS if name in open_texts]
    return {(usual or open_texts)[0]: message}


def answer_of(fields: Mapping[str, object], given: Mapping[str, object]) -> object:
    """Returns the field that is clearly the answer. If there is none, returns all fields that have a value and that the
    caller did not pass. If there are none either, returns the fields whose value changed.
    """
    full = {name: value for name, value in fields.items() if value not in (None, "", [], {})}
    own = {name: value for name, value in full.items() if name not in given}
    own = own or {name: value for name, value in full.items() if value != given[name]}
    if len(own) == 1:
        return next(iter(own.values()))
    names = [name for name in _ANSWER_FIELDS if name in own] + [name for name in own if name.startswith("final_")]
    return own[names[0]] if names else own
