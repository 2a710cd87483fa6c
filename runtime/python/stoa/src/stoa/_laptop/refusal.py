"""Commands that cannot be executed, explained for the person at the terminal."""

from __future__ import annotations


class Refusal(Exception):
    """The command is invalid. The message says why and what to do."""
