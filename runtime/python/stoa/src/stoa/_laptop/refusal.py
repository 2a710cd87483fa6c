"""Defines the error that tells the user why a command failed and what to do."""

from __future__ import annotations


class Refusal(Exception):
    """The command ends. The message says why and what to do, and `code` is its exit code, 2 for an invalid command."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code
