"""Defines the error that tells the user why a command failed and what to do."""

from __future__ import annotations


class Refusal(Exception):
    """Ends the command. The message says why and what to do. `code` is the exit code, 2 for an invalid command."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code
