"""Checks and converts an agent's input as Stoa's server does (server/src/modules/runs/start/run-input.ts).

The cases in runtime/protocol/input-cases.json test both implementations.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable
from typing import Any

Input = dict[str, Any]
Parameter = dict[str, Any]

# The names under which a message can be passed. The first field that is not empty is the message.
MESSAGE_FIELDS = ("message", "research_query", "query", "text", "content", "input")
_MESSAGE_MISSING = "Please enter a message"
_LARGEST_EXACT = 2**53 - 1
_NUMBER = re.compile(r"\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*", re.IGNORECASE | re.ASCII)


class InputProblem(Exception):
    """The input is invalid. The message has one line for each field that is missing or wrong."""


def _message_of(given: Input) -> str | None:
    values = (given.get(name) for name in MESSAGE_FIELDS)
    return next((value for value in values if isinstance(value, str) and value.strip()), None)


def _message_name(parameters: list[Parameter]) -> str | None:
    """Returns the parameter that takes the message under another name, which is the only string parameter with a name
    from MESSAGE_FIELDS. Returns None if there is no such parameter or more than one.
    """
    names = [
        item["name"] for item in parameters if item["type"] == "string" and item["name"] in MESSAGE_FIELDS
    ]
    return names[0] if len(names) == 1 else None


def _given_value(parameter: Parameter, given: Input, message_name: str | None) -> Any:
    """Returns the value for a parameter. None counts as missing, and so does an empty string if the parameter is not a
    string.
    """
    name = parameter["name"]
    value = given.get(name)
    is_empty_text = isinstance(value, str) and not value.strip()
    if name in ("message", message_name) and ((name not in given) or is_empty_text):
        return _message_of(given)
    return None if is_empty_text and parameter["type"] != "string" else value


def _plain_number(value: float) -> int | float | None:
    """Returns the number as JSON between Stoa's components represents it: 2.0 becomes 2. Returns None for infinity and
    NaN."""
    if not math.isfinite(value):
        return None
    return int(value) if float(value).is_integer() else value


def _to_text(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_plain_number(value)) if isinstance(value, (int, float)) else None


def _to_number(value: Any) -> Any:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return _plain_number(float(value)) if _NUMBER.fullmatch(value) else None
    return _plain_number(value) if isinstance(value, (int, float)) else None


def _to_integer(value: Any) -> Any:
    number = _to_number(value)
    return number if isinstance(number, int) and abs(number) <= _LARGEST_EXACT else None


def _to_boolean(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}.get(value) if isinstance(value, str) else None


def _parsed(value: Any, wanted: type) -> Any:
    """Returns the value if its type is `wanted`, else None. Parses a string first, because forms send lists and objects
    as strings.
    """
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return None
    return value if isinstance(value, wanted) else None


def _to_path(value: Any) -> Any:
    """Returns the absolute path of an existing file. On Stoa, the value is the ID of a stored file."""
    return os.path.abspath(value) if isinstance(value, str) and os.path.isfile(value) else None


def _to_paths(value: Any) -> Any:
    given = [value] if _to_path(value) else _parsed(value, list)
    paths = [_to_path(item) for item in given or []]
    return paths if given is not None and all(paths) else None


_CONVERSIONS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "string": (_to_text, "text"),
    "integer": (_to_integer, "a whole number"),
    "number": (_to_number, "a number"),
    "boolean": (_to_boolean, "true or false"),
    "array": (lambda value: _parsed(value, list), "a list"),
    "object": (lambda value: _parsed(value, dict), "an object"),
    "file": (_to_path, "the path of a file"),
    "files": (_to_paths, "a list of paths of files"),
}


def _convert(value: Any, parameter: Parameter) -> Any:
    """Converts a value. Raises InputProblem if the conversion would lose or add information, or if the value is not one
    of the choices.
    """
    name, choices = parameter["name"], parameter.get("choices")
    convert, phrase = _CONVERSIONS[parameter["type"]]
    converted = convert(value)
    if converted is None:
        raise InputProblem(f"{name} must be {phrase}")
    word = converted if isinstance(converted, str) else json.dumps(converted)
    if choices and word not in choices:
        raise InputProblem(f"{name} must be one of: {', '.join(choices)}")
    return converted


def check_input(parameters: list[Parameter], takes: str, given: Input) -> Input:
    """Returns the input in the form that the entry point receives. Raises InputProblem."""
    checked = dict(given) if takes == "input_data" else {}
    problems: list[str] = []
    message_name = _message_name(parameters)
    for parameter in parameters:
        name = parameter["name"]
        checked.pop(name, None)
        value = _given_value(parameter, given, message_name)
        try:
            if value is not None:
                checked[name] = _convert(value, parameter)
            elif parameter["required"]:
                raise InputProblem(_MESSAGE_MISSING if name == "message" else f"{name} is required")
            elif "default" in parameter:
                checked[name] = parameter["default"]
        except InputProblem as problem:
            problems.append(str(problem))
    if problems:
        raise InputProblem("\n".join(problems))
    return checked
