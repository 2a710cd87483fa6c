"""Plays the person at the terminal for a program that reads input(): the message is what they type."""

from __future__ import annotations

import builtins
import io
import sys

# A program that goes on asking after its input has ended would do so for ever.
_MOST_QUESTIONS_AFTER_THE_END = 3


class EndOfMessage(EOFError):
    """The program asked for more than the message."""


class NobodyLeft(BaseException):
    """The program asked again and again after the message; an `except Exception` of its own does not catch this."""


class TerminalInput:
    """Replaces input() and sys.stdin. With one place that asks, the whole message is the answer, also if it has
    several lines; with more, each is given the next line and the last place the rest.
    """

    def __init__(self, message: str, places: int) -> None:
        self._answers = [message] if places <= 1 else message.split("\n", places - 1)
        self._message = message
        self._asked_too_much = 0
        self._before: tuple[object, object] = (None, None)

    def __enter__(self) -> TerminalInput:
        self._before = (builtins.input, sys.stdin)
        builtins.input = self._answer  # type: ignore[assignment]
        sys.stdin = io.StringIO(self._message + "\n")
        return self

    def __exit__(self, *_: object) -> None:
        builtins.input, sys.stdin = self._before  # type: ignore[assignment]

    def _answer(self, prompt: object = "") -> str:
        """The prompt is not shown: it is no part of the answer."""
        if self._answers:
            return self._answers.pop(0)
        self._asked_too_much += 1
        if self._asked_too_much >= _MOST_QUESTIONS_AFTER_THE_END:
            raise NobodyLeft
        raise EndOfMessage("EOF when reading a line")


def places_that_ask(source: str) -> int:
    """How many calls of input() are in a file."""
    import ast

    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return sum(isinstance(called, ast.Name) and called.id == "input" for called in calls)
