"""Follows a run over connections that may break."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Iterator, cast

from . import calls
from .api_types import RunEvent
from .calls import Call
from .deadline import NO_DEADLINE, Deadline
from .errors import StoaConnectionError, StoaTimeoutError
from .retry_policy import backoff
from .server_sent_events import EventReader

SILENCE_SECONDS = 45.0
"""The server sends data at least every 15 seconds. After three times as long, the connection counts as lost."""


@dataclass
class FollowedRun:
    """The point up to which a run has been followed. Both clients use this class, so it does not send calls itself."""

    max_retries: int
    run_id: str | None = None
    start: Call | None = None
    last: int = -1
    ended: bool = False
    deadline: Deadline = NO_DEADLINE
    _has_emitted: bool = False
    _is_open: bool = False
    _failures: int = 0
    _reader: EventReader = field(default_factory=EventReader)

    def call(self) -> Call:
        """Returns the call that starts the run, or that continues its events after this position."""
        self._is_open = False
        self._reader = EventReader()
        if self.run_id is None and self.start is not None:
            call = self.start
        else:
            call = calls.run_events(self.run_id or "", self.last)
        return replace(
            call,
            headers={**call.headers, "accept": "text/event-stream"},
            timeout=SILENCE_SECONDS,
            deadline=self.deadline,
        )

    def opened(self) -> None:
        """Marks the connection as open, so that later failures count as failures to read."""
        self._is_open = True

    def take(self, chunk: bytes) -> Iterator[RunEvent]:
        """Processes received bytes and yields the new events in them."""
        for read in self._reader.take(chunk):
            event = cast(RunEvent, {"id": int(read.id), "event": read.event, "data": json.loads(read.data)})
            if self._is_new(event):
                yield event

    def _is_new(self, event: RunEvent) -> bool:
        if event["event"] == "status" or event["event"] == "result":
            self.run_id = event["data"]["run_id"]
        self.ended = event["event"] == "result"
        # If the call that starts a run is sent again, its events begin again. A result is numbered after the saved
        # events of a run. A lost node may have sent more events than it saved.
        if not self.ended and self._has_emitted and event["id"] <= self.last:
            return False
        self._has_emitted = True
        self.last = event["id"]
        self._failures = 0
        return True

    def pause_after(self, error: StoaConnectionError) -> float:
        """Returns the seconds to wait before reconnecting. Raises `error` if there were too many attempts, or
        StoaTimeoutError if no time is left.
        """
        self.deadline.require_time()
        # Opening a stream has its own retries, except after a timeout.
        may_pass = self._is_open or isinstance(error, StoaTimeoutError)
        if not may_pass or self._failures >= self.max_retries:
            raise error
        self._failures += 1
        return self.deadline.within(backoff(self._failures - 1))


def broke_off() -> StoaConnectionError:
    """Returns the error for a stream that ends without the run's result."""
    return StoaConnectionError("The connection ended before the run did. The run continues, so follow it again.")
