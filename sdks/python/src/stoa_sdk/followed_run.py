"""A run that is followed over connections that break."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from typing import Iterator, cast

from . import calls
from .api_types import RunEvent
from .calls import Call
from .errors import StoaConnectionError, StoaTimeoutError
from .retry_policy import backoff
from .server_sent_events import EventReader

SILENCE_SECONDS = 45.0
"""The server sends something at least every 15 seconds: after three times that the connection is gone."""


@dataclass
class FollowedRun:
    """How far a run has been followed, without a connection of its own: both clients lend it theirs."""

    max_retries: int
    run_id: str | None = None
    start: Call | None = None
    last: int = 0
    ended: bool = False
    deadline: float | None = None
    """When following has an end, by the monotonic clock."""
    _connections: int = 0
    _failures: int = 0
    _reader: EventReader = field(default_factory=EventReader)

    def call(self) -> Call:
        """What goes on from here."""
        self._connections += 1
        self._reader = EventReader()
        if self.run_id is None and self.start is not None:
            call = self.start
        else:
            call = calls.run_events(self.run_id or "", self.last)
        return replace(call, headers={**call.headers, "accept": "text/event-stream"})

    def take(self, chunk: bytes) -> Iterator[RunEvent]:
        """Takes what has come. Returns the events in it that are new."""
        for read in self._reader.take(chunk):
            event = cast(RunEvent, {"id": int(read.id), "event": read.event, "data": json.loads(read.data)})
            if self._is_new(event):
                yield event

    def _is_new(self, event: RunEvent) -> bool:
        if event["event"] == "status" or event["event"] == "result":
            self.run_id = event["data"]["run_id"]
        # The call that starts a run tells it from its beginning again.
        if self._connections > 1 and event["id"] <= self.last:
            return False
        self.last = event["id"]
        self.ended = event["event"] == "result"
        self._failures = 0
        return True

    def silence(self) -> float:
        """Seconds that may pass without a word."""
        if self.deadline is None:
            return SILENCE_SECONDS
        return min(SILENCE_SECONDS, max(0.001, self.deadline - time.monotonic()))

    def require_time(self) -> None:
        """Raises StoaTimeoutError where the deadline has passed."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise StoaTimeoutError("The run has not ended in time; it goes on")

    def pause_after(self, error: StoaConnectionError) -> float:
        """Seconds to wait before connecting again. Raises where that has been tried too often, or there is no time."""
        self.require_time()
        if self._failures >= self.max_retries:
            raise error
        self._failures += 1
        return backoff(self._failures - 1)


def broke_off() -> StoaConnectionError:
    """The error of a stream that ends without the run's result."""
    return StoaConnectionError("The connection ended before the run did")
