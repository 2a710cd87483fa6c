"""Captures the text that an entry point prints, which is the answer of a run that returns nothing."""

from __future__ import annotations

import io
import sys

# The maximum length of a printed answer. A longer answer exceeds the limit on a run's output in any case.
_MOST_CHARACTERS = 8 << 20


class Printed(io.TextIOBase):
    """Replaces sys.stdout while an entry point runs. Everything is also written to the run's log."""

    def __init__(self) -> None:
        self._log = sys.stdout
        self._texts: list[str] = []
        self._left = _MOST_CHARACTERS

    def __enter__(self) -> Printed:
        self._log = sys.stdout
        sys.stdout = self
        return self

    def __exit__(self, *_: object) -> None:
        # An agent may have installed its own stream without removing it.
        sys.stdout = self._log

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    @property
    def buffer(self) -> object:
        return getattr(self._log, "buffer")

    def fileno(self) -> int:
        return self._log.fileno()

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self._log.flush()

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            # click writes bytes to check whether a stream accepts them.
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        kept = text[: self._left]
        self._left -= len(kept)
        self._texts.append(kept)
        return self._log.write(text)

    @property
    def text(self) -> str:
        return "".join(self._texts).strip()


def is_no_answer(value: object) -> bool:
    """Returns whether a result is empty: None, or a string without a visible character. Empty lists are data."""
    return value is None or (isinstance(value, str) and not value.strip())
