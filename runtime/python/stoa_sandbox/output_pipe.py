"""Reads lines from a pipe that the agent process writes to, within a budget. The monitor uses this."""

from __future__ import annotations

import os

# The cost of a line in addition to its bytes, because it is stored as a separate row. This limits floods of empty
# lines.
_LINE_COST_BYTES = 64
_READ_BYTES = 1 << 16


class OutputBudget:
    """The maximum that one run may write in total: output, logs and progress together."""

    def __init__(self, size: int) -> None:
        self._left = size

    @property
    def exhausted(self) -> bool:
        return self._left < 0

    def charge(self, size: int, lines: int) -> None:
        self._left -= size + lines * _LINE_COST_BYTES


class OutputPipe:
    """Reads lines. Lines longer than `longest_line` bytes are split. If `longest_line` is None, only the budget limits
    a line.
    """

    def __init__(self, descriptor: int, kind: bytes, budget: OutputBudget, longest_line: int | None) -> None:
        os.set_blocking(descriptor, False)
        self.descriptor = descriptor
        self.kind = kind
        self.ended = False
        self._empty = False
        self._budget = budget
        self._longest_line = longest_line
        self._parts: list[bytes] = []
        self._held = 0

    def read(self) -> list[bytes]:
        """Returns the complete lines. Discards everything beyond the budget."""
        try:
            data = os.read(self.descriptor, _READ_BYTES)
        except BlockingIOError:
            self._empty = True
            return []
        if not data:
            self.ended = True
            return self._take_rest()
        *lines, rest = data.split(b"\n")
        self._budget.charge(len(data), len(lines))
        if self._budget.exhausted:
            return []
        if lines:
            lines[0] = b"".join(self._parts) + lines[0]
            self._parts, self._held = [], 0
        if rest:
            self._parts.append(rest)
            self._held += len(rest)
        if self._longest_line is not None and self._held > self._longest_line:
            self._budget.charge(0, 1)
            lines += self._take_rest()
        return lines

    def read_rest(self) -> list[bytes]:
        """Returns the rest of the output after the agent has ended. Another process may still keep the pipe open."""
        lines: list[bytes] = []
        self._empty = False
        while not self.ended and not self._empty and not self._budget.exhausted:
            lines += self.read()
        return lines if self._budget.exhausted else lines + self._take_rest()

    def _take_rest(self) -> list[bytes]:
        rest = b"".join(self._parts)
        self._parts, self._held = [], 0
        return [rest] if rest else []
