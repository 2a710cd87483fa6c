"""What the command line cannot do, in words for the person at the terminal."""

from __future__ import annotations


class Refusal(Exception):
    """The command cannot be carried out as it was given; the message says why and what to do."""
