"""Parses server-sent events (WHATWG) from bytes. It does not use httpx's lines, which also end at U+2028, a character
that JSON may contain.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator


@dataclass(frozen=True)
class ServerSentEvent:
    """An event in its wire format."""

    id: str
    event: str
    data: str


@dataclass
class EventReader:
    """Collects the lines of the current event. An incomplete event at the end is ignored."""

    _rest: bytes = b""
    _id: str = "0"
    _event: str = "message"
    _data: list[str] = field(default_factory=list[str])

    def take(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        """Processes received bytes and yields the completed events."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            event = self._take_line(line.removesuffix(b"\r").decode())
            if event is not None:
                yield event

    def _take_line(self, line: str) -> ServerSentEvent | None:
        if line == "":
            return self._end()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self._id = value
        elif name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        return None

    def _end(self) -> ServerSentEvent | None:
        ended = ServerSentEvent(self._id, self._event, "\n".join(self._data))
        is_empty = not self._data
        self._event, self._data = "message", []
        return None if is_empty else ended
