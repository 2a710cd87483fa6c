"""Converts the values that an entry point returns or yields to JSON text."""

from __future__ import annotations


class AnswerError(Exception):
    """The agent has no answer, or its answer cannot be returned. The message is for the caller."""


def text_to_json(text: str) -> str:
    """Returns a JSON string. Does not import `json`, which takes 6 ms; see json_reader.py."""
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        from json.encoder import encode_basestring_ascii
    return encode_basestring_ascii(text)


def by_fields(value: object) -> object:
    """Converts values that `json` cannot write: models and dataclasses to dicts of their fields, sets to lists,
    everything else to text.
    """
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        return dump(mode="json")
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is not None and not isinstance(value, type):
        return {name: getattr(value, name) for name in fields}
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "replace")
    return str(value)


# The largest integer that a 64-bit float represents exactly. Readers of an answer store numbers as floats.
_LARGEST_EXACT = 2**53 - 1
_SIXTEEN_DIGITS = r"\d{16}"


def _exact(digits: str) -> int | str:
    number = int(digits)
    return number if abs(number) <= _LARGEST_EXACT else digits


def value_to_json(value: object) -> str:
    """Returns JSON text. Whole numbers that are too large to be read back exactly become text, like everything that
    JSON cannot represent.

    Raises AnswerError if the value is nested too deeply, refers to itself, or contains NaN or Infinity.
    """
    if type(value) is str:
        return text_to_json(value)
    import json
    import re

    try:
        text = json.dumps(value, default=by_fields, allow_nan=False)
        if re.search(_SIXTEEN_DIGITS, text):
            return json.dumps(json.loads(text, parse_int=_exact))
        return text
    except RecursionError:
        raise AnswerError("The agent's output is nested too deeply. Return a flatter structure.") from None
    except (ValueError, TypeError) as error:
        raise AnswerError(f"The agent's output cannot be converted to JSON: {error}.") from None


def item_to_text(item: object) -> str:
    """Returns the text of an item that a generator yields: a string unchanged, anything else as JSON."""
    return item if isinstance(item, str) else value_to_json(item)
