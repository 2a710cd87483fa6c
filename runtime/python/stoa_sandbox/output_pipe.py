"""Reads lines from a pipe that the agent process writes to, within a budget. The monitor uses this."""

from __future__ import annotations

import os

# The cost of a line in addition to its bytes, because it is stored as a separate row. This limits floods of empty
# lines.
_LINE_COST_BYTES = 64
_READ_BYTES = 1 << 16
# The beginning of the line that contains the state of a conversation (events.py).
_STATE = b'{"type":"state",'


class OutputBudget:
    """The maximum that one run may write in total: output, logs and progress together. `state` is the size of the state
    that it may write in addition, because nobody reads the state as output.
    """

    def __init__(self, size: int, state: int = 0) -> None:
        self._left = size
        self.state_left = state

    @property
    def exhausted(self) -> bool:
        return self._left < 0

    def charge(self, size: int, lines: int) -> None:
        self._left -= size + lines * _LINE_COST_BYTES

    def charge_state(self, size: int) -> int:
        """Charges a part of a state, and returns how much of it exceeds the size that a state may have."""
        free = min(size, self.state_left)
        self.state_left -= free
        return size - free


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
        self._is_state = False

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
        state = self._count_state([*lines, rest]) if self._budget.state_left else 0
        self._budget.charge(len(data) - state + self._budget.charge_state(state), len(lines))
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

    def _count_state(self, pieces: list[bytes]) -> int:
        """Returns how many bytes of the pieces belong to a line with a state. The first piece continues the held line.
        """
        found = 0
        for number, piece in enumerate(pieces):
            if number or self._held < len(_STATE):
                held = b"" if number else b"".join(self._parts)
                self._is_state = (held + piece[: len(_STATE)]).startswith(_STATE)
            found += len(piece) if self._is_state else 0
        return found

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
