"""Shows a run on a terminal: the answer on standard output while it is written, everything else on standard error."""

from __future__ import annotations

import io
import sys
import time
from typing import Any, TextIO


class Terminal:
    """Prints a run. For --json, also records everything with its time in seconds since the start."""

    def __init__(self, show_answer: bool, quiet: bool) -> None:
        self._answer: TextIO = sys.stdout
        self._notes: TextIO = sys.stderr
        self._show_answer = show_answer
        self._quiet = quiet
        self._started = time.monotonic()
        self._line_open = False
        self.events: list[dict[str, Any]] = []

    def elapsed(self) -> float:
        return round(time.monotonic() - self._started, 4)

    def _remember(self, event: str, /, **fields: object) -> None:
        self.events.append({"type": event, "at": self.elapsed(), **fields})

    def _note(self, text: str) -> None:
        if self._quiet:
            return
        self._end_line()
        print(text, file=self._notes, flush=True)

    def _end_line(self) -> None:
        """Starts a new line after a streamed answer if the answer and the notes appear on the same terminal."""
        if self._line_open and self._answer.isatty() and self._notes.isatty():
            print(file=self._answer, flush=True)
            self._line_open = False

    def output(self, text: str) -> None:
        if not text:
            return
        self._remember("output", text=text)
        if self._show_answer:
            self._answer.write(text)
            self._answer.flush()
            self._line_open = not text.endswith("\n")

    def log(self, message: str, level: str = "info") -> None:
        self._remember("log", level=level, message=message)
        self._note(f"[{level}] {message}")

    def progress(self, message: str, fraction: float | None = None) -> None:
        self._remember("progress", message=message, **({} if fraction is None else {"fraction": fraction}))
        self._note(f"[progress] {message}" + ("" if fraction is None else f" ({fraction:.0%})"))

    def step(self, kind: str, source: str, text: str) -> None:
        self._remember("step", kind=kind, source=source, text=text)
        self._note(f"[{kind.replace('_', ' ')}] {source}: {text}")

    def model_call(self, model: str, seconds: float, usage: dict[str, Any]) -> None:
        """Shows a model call. `usage` has the fields of OpenAI's API, or is empty if the provider reported none."""
        counts = {name: usage.get(name) for name in ("prompt_tokens", "completion_tokens")}
        self._remember("model_call", model=model, duration=round(seconds, 4), **counts)
        tokens = " + ".join(str(count) for count in counts.values() if count is not None)
        self._note(
            f"[model] {model}, " + (f"{tokens} tokens, " if tokens else "") + f"{seconds * 1000:.0f} ms"
        )

    def finish_answer(self) -> None:
        if self._show_answer and self._line_open:
            print(file=self._answer, flush=True)
            self._line_open = False

    def error(self, text: str) -> None:
        """Shows an error, even if notes are hidden."""
        self.finish_answer()
        print(text, file=self._notes, flush=True)


class LogLines(io.TextIOBase):
    """Replaces the agent's sys.stdout and sys.stderr. Shows each line that the agent prints as a line of its log."""

    def __init__(self, terminal: Terminal, level: str) -> None:
        self._terminal = terminal
        self._level = level
        self._partial = ""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._partial = (self._partial + text).split("\n")
        for line in lines:
            if line:
                self._terminal.log(line, self._level)
        return len(text)

    def finish(self) -> None:
        """Sends the last line if it has no newline."""
        line, self._partial = self._partial, ""
        if line:
            self._terminal.log(line, self._level)
