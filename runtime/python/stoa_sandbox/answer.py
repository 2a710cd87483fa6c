"""What a framework's object says while it runs: pieces of its answer, and steps on the way to it."""

from __future__ import annotations

from collections.abc import Callable

# A trial's models are answered by a responder that never ends a conversation; this many turns show that it works.
TRIAL_TURNS = 8


class Answer:
    """`piece` and `step` are where text and steps go; `trial` asks for no more turns than show that it works."""

    def __init__(self, piece: Callable[[str], None], step: Callable[[str, str, str], None], trial: bool = False) -> None:
        self._piece = piece
        self._step = step
        self.trial = trial
        self._texts: list[str] = []

    @property
    def text(self) -> str:
        """All pieces so far."""
        return "".join(self._texts)

    def add(self, text: str) -> None:
        if text:
            self._texts.append(text)
            self._piece(text)

    def message(self, source: str, text: str) -> None:
        if text:
            self._step("message", source, text)

    def tool_call(self, source: str, text: str) -> None:
        self._step("tool_call", source, text)

    def tool_result(self, source: str, text: str) -> None:
        self._step("tool_result", source, text)
