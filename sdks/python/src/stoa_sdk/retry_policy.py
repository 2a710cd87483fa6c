"""Decides which failures to retry, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .errors import ApiError, StoaConnectionError, StoaTimeoutError

LONGEST_PAUSE = 60.0
"""A longer Retry-After is passed to the caller, who can decide whether to wait. Rate-limit windows last one minute."""
FIRST_BACKOFF = 0.5
LONGEST_BACKOFF = 8.0
IN_FLIGHT_PAUSE = 1.0
"""The delay that the server suggests for a run that has not ended."""


def is_in_flight(error: Exception) -> bool:
    """Returns whether the run of an idempotency key is still active. This is not a failure, because its result is still
    to come.
    """
    return isinstance(error, ApiError) and error.code == "idempotency_in_flight"


@dataclass
class Attempts:
    """The attempts of one call. `repeatable` says whether the call still takes effect only once if it arrives twice."""

    max_retries: int
    repeatable: bool
    until: float
    """The time at which to stop waiting for an active run, on the monotonic clock."""
    failures: int = 0

    def pause_after(self, error: Exception, now: float) -> float | None:
        """Returns the seconds to wait before the next attempt, or None if there should be none."""
        if is_in_flight(error) and self.repeatable:
            return IN_FLIGHT_PAUSE if now + IN_FLIGHT_PAUSE <= self.until else None
        if self.failures >= self.max_retries:
            return None
        pause = self._pause(error)
        self.failures += 1
        return pause

    def _pause(self, error: Exception) -> float | None:
        if isinstance(error, ApiError):
            return self._pause_after_answer(error)
        broke = isinstance(error, StoaConnectionError) and not isinstance(error, StoaTimeoutError)
        return backoff(self.failures) if broke and self.repeatable else None

    def _pause_after_answer(self, error: ApiError) -> float | None:
        if error.status in (429, 503):
            # The server has done nothing, so even an upload may be repeated. A proxy cannot know that.
            if error.code == "unknown" and not self.repeatable:
                return None
            if error.code == "runtime_unavailable":
                return None
            if error.retry_after is None:
                return backoff(self.failures)
            if error.retry_after > LONGEST_PAUSE:
                return None
            return error.retry_after + random.random() * FIRST_BACKOFF
        if error.status in (502, 504) and self.repeatable:
            # A proxy lost the connection to the server, which may have processed the request.
            return backoff(self.failures)
        return None


def backoff(failures: int) -> float:
    """Returns the seconds to wait after this many failures. The pause doubles each time and is randomly reduced by up
    to half, so that many clients do not retry at the same moment."""
    whole = min(FIRST_BACKOFF * 2.0**failures, LONGEST_BACKOFF)
    return whole * (0.5 + random.random() / 2)
