"""A run that is followed over connections that break."""

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
"""The server sends something at least every 15 seconds: after three times that the connection is gone."""


@dataclass
class FollowedRun:
    """How far a run has been followed, without a connection of its own: both clients lend it theirs."""

    max_retries: int
    run_id: str | None = None
    start: Call | None = None
    last: int = -1
    ended: bool = False
    deadline: Deadline = NO_DEADLINE
    _has_told: bool = False
    _is_open: bool = False
    _failures: int = 0
    _reader: EventReader = field(default_factory=EventReader)

    def call(self) -> Call:
        """What goes on from here."""
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
        """There is a connection: what fails from here on fails while it is read."""
        self._is_open = True

    def take(self, chunk: bytes) -> Iterator[RunEvent]:
        """Takes what has come. Returns the events in it that are new."""
        for read in self._reader.take(chunk):
            event = cast(RunEvent, {"id": int(read.id), "event": read.event, "data": json.loads(read.data)})
            if self._is_new(event):
                yield event

    def _is_new(self, event: RunEvent) -> bool:
        if event["event"] == "status" or event["event"] == "result":
            self.run_id = event["data"]["run_id"]
        self.ended = event["event"] == "result"
        # The call that starts a run tells it from its beginning again. A result is numbered behind what was saved of a
        # run, which may be less than its lost node has told.
        if not self.ended and self._has_told and event["id"] <= self.last:
            return False
        self._has_told = True
        self.last = event["id"]
        self._failures = 0
        return True

    def pause_after(self, error: StoaConnectionError) -> float:
        """Seconds to wait before connecting again. Raises where that has been tried too often, or there is no time."""
        self.deadline.require_time()
        # Opening has been tried again by itself, unless it took too long.
        may_pass = self._is_open or isinstance(error, StoaTimeoutError)
        if not may_pass or self._failures >= self.max_retries:
            raise error
        self._failures += 1
        return self.deadline.within(backoff(self._failures - 1))


def broke_off() -> StoaConnectionError:
    """The error of a stream that ends without the run's result."""
    return StoaConnectionError("The connection ended before the run did")
