"""Reads JSON without importing `json`.

`json` imports `re` and `enum`, which takes 6 ms of a start of 20 ms. Its C scanner alone needs neither. If an
interpreter has no C scanner, `json` is used.
"""

from __future__ import annotations


class _Settings:
    """The settings that the C scanner reads from a decoder: the defaults of json.JSONDecoder."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}


def parse_json(text: str) -> object:
    """Returns the value of `text`, which must be a single JSON value. Raises ValueError."""
    try:
        from _json import make_scanner
    except ImportError:
        from json import loads

        return loads(text)
    try:
        value, end = make_scanner(_Settings())(text, 0)
    except StopIteration:
        raise ValueError("not a JSON value") from None
    if end != len(text):
        raise ValueError("text after the JSON value")
    return value
