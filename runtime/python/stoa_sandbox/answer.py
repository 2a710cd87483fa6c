"""Collects the output of a framework's object during a run: chunks of its answer and intermediate steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .memory import Memory
from .message_files import Image

# The number of turns after which a trial run stops, because the model responder of a trial never ends a conversation.
TRIAL_TURNS = 8


class Answer:
    """Forwards text to `piece` and steps to `step`. `trial` is true in a trial run, which stops after TRIAL_TURNS.
    `memory` is what the run knows of the earlier turns of its conversation, or None if it stands alone. `images` are those of
    the message, and `attached_text` is the text of files that no message contains.
    """

    def __init__(
        self,
        piece: Callable[[str], None],
        step: Callable[[str, str, str], None],
        trial: bool = False,
        memory: Memory | None = None,
        images: Sequence[Image] = (),
        attached_text: str = "",
    ) -> None:
        self.memory = memory
        self.images = images
        self.attached_text = attached_text
        self._piece = piece
        self._step = step
        self.trial = trial
        self._texts: list[str] = []

    @property
    def text(self) -> str:
        """Returns all text that has been sent so far."""
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
