"""Simulates a person at the terminal for a program that reads input(). The message is the text that they type."""

from __future__ import annotations

import builtins
import io
import sys

# The number of times that a program may ask for input after its input has ended. Some programs would never stop asking.
_MOST_QUESTIONS_AFTER_THE_END = 3


class EndOfMessage(EOFError):
    """The program asked for more input than the message contains."""


class NobodyLeft(BaseException):
    """The program repeatedly asked for input after the end of the message. An `except Exception` in the program does
    not catch this.
    """


class TerminalInput:
    """Replaces input() and sys.stdin. If only one call in the file reads input, it gets the whole message, even if the
    message has several lines. If several calls read input, each gets the next line, and the last call gets the rest.
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
        """Returns the next answer. Does not show the prompt, which is not part of the answer."""
        if self._answers:
            return self._answers.pop(0)
        self._asked_too_much += 1
        if self._asked_too_much >= _MOST_QUESTIONS_AFTER_THE_END:
            raise NobodyLeft
        raise EndOfMessage("EOF when reading a line")


def places_that_ask(source: str) -> int:
    """Returns the number of calls to input() in a file."""
    import ast

    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return sum(isinstance(called, ast.Name) and called.id == "input" for called in calls)
