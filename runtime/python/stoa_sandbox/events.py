"""Writes the output of the agent process: one JSON object per line on the event pipe. The host must not trust any of
it."""

from __future__ import annotations

import io
import os
from _thread import RLock

from .bounded_text import bound_text
from .confinement import EVENT_DESCRIPTOR
from .values import text_to_json

# The maximum length of a log line. Longer lines are split, because screens and the database expect short lines.
LONGEST_LOG_LINE = 16 << 10
# The maximum length of a step, which is one entry in a run's history. Longer text is a document, and its beginning is
# enough to recognize it.
LONGEST_STEP = 4000

_lock = RLock()


def write_line(line: str) -> None:
    """Writes one whole line, even if several threads write at the same time."""
    data = line.encode() + b"\n"
    with _lock:
        while data:
            data = data[os.write(EVENT_DESCRIPTOR, data) :]


def emit_output(text: str) -> None:
    if text:
        write_line(f'{{"type":"output","text":{text_to_json(text)}}}')


def emit_log(message: str, level: str = "info") -> None:
    fields = f'"level":{text_to_json(level)},"message":{text_to_json(message)}'
    write_line(f'{{"type":"log",{fields}}}')


def emit_progress(message: str, fraction: float | None = None) -> None:
    part = "" if fraction is None else f',"fraction":{min(max(float(fraction), 0.0), 1.0)!r}'
    write_line(f'{{"type":"progress","message":{text_to_json(message)}{part}}}')


def emit_step(kind: str, source: str, text: str) -> None:
    """Emits one step. `kind` is `message`, `tool_call` or `tool_result`."""
    fields = f'"kind":"{kind}","source":{text_to_json(source)},"text":{text_to_json(bound_text(text, LONGEST_STEP))}'
    write_line(f'{{"type":"step",{fields}}}')


def emit_result(value_json: str) -> None:
    write_line(f'{{"type":"result","value":{value_json}}}')


def emit_streamed_result() -> None:
    """Emits the end of a streamed answer, which consists of everything that was sent as output."""
    write_line('{"type":"result","streamed":true}')


def emit_state(data: str) -> None:
    """Emits the state that the agent keeps for the next turn of its conversation."""
    write_line(f'{{"type":"state","data":{text_to_json(data)}}}')


def emit_failure(message: str, detail: str) -> None:
    fields = f'"message":{text_to_json(message)},"detail":{text_to_json(detail)}'
    write_line(f'{{"type":"failure",{fields}}}')


class LogStream(io.TextIOBase):
    """Replaces sys.stdout and sys.stderr. Each line becomes a log event, in order with all other events."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, descriptor: int, level: str) -> None:
        self._descriptor = descriptor
        self._level = level
        self._partial = ""
        self._binary: io.FileIO | None = None

    @property
    def buffer(self) -> io.FileIO:
        """Returns a stream for raw bytes, which go directly to the pipe and are not split into lines."""
        if self._binary is None:
            self._binary = io.FileIO(self._descriptor, "w", closefd=False)
        return self._binary

    def fileno(self) -> int:
        return self._descriptor

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        with _lock:
            *lines, self._partial = (self._partial + text).split("\n")
            while len(self._partial) > LONGEST_LOG_LINE:
                lines.append(self._partial[:LONGEST_LOG_LINE])
                self._partial = self._partial[LONGEST_LOG_LINE:]
        for line in lines:
            self._emit(line)
        return len(text)

    def finish(self) -> None:
        """Sends the last line if it has no newline."""
        with _lock:
            line, self._partial = self._partial, ""
        self._emit(line)

    def _emit(self, line: str) -> None:
        for start in range(0, len(line), LONGEST_LOG_LINE):
            emit_log(line[start : start + LONGEST_LOG_LINE], self._level)
