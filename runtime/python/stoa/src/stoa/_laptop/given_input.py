"""Converts the arguments of `stoa run` to the fields of an input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .input_check import MESSAGE_FIELDS
from .refusal import Refusal


def _read_text(source: str) -> str:
    if source == "-":
        return sys.stdin.read()
    if not source.startswith("@"):
        return source
    try:
        return Path(source[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal(f"--input: {source[1:]} cannot be read: {error}.") from None


def input_from_json(source: str) -> dict[str, Any]:
    """Reads an input. `source` is JSON, `@file`, or `-` for standard input. Raises Refusal."""
    try:
        value = json.loads(_read_text(source))
    except ValueError as error:
        raise Refusal(f"--input is not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise Refusal('--input must be a JSON object, such as {"message": "Hello"}.')
    return value


def input_from_message(message: str, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    """Assigns a message to the parameter that Stoa would choose, or else to the agent's only string parameter, or its
    only file. Raises Refusal."""
    texts = [parameter["name"] for parameter in parameters if parameter["type"] == "string"]
    if "message" in texts or sum(name in MESSAGE_FIELDS for name in texts) == 1:
        return {"message": message}
    if len(texts) == 1:
        return {texts[0]: message}
    files = [parameter["name"] for parameter in parameters if parameter["type"] in ("file", "files")]
    if len(files) == 1 and not texts:
        return {files[0]: message}
    if not parameters:
        raise Refusal("This agent takes no input. Run it without a message.")
    names = ", ".join(parameter["name"] for parameter in parameters)
    raise Refusal(f"This agent has no message input. Pass its inputs with --input: {names}.")


def input_from_example(examples: list[dict[str, Any]], number: int) -> dict[str, Any]:
    """Returns the declared example with this number, counted from 1. Raises Refusal."""
    if not 1 <= number <= len(examples):
        declared = f"{len(examples)} examples" if len(examples) != 1 else "1 example"
        raise Refusal(f"Example {number} does not exist. The file declares {declared}.")
    return examples[number - 1]
