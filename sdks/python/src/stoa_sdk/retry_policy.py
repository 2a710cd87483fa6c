"""Which failures pass, and how long to wait for it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .errors import ApiError, StoaConnectionError, StoaTimeoutError

LONGEST_PAUSE = 60.0
"""A longer Retry-After goes to the caller, who knows better whether to wait; windows of rate limits last a minute."""
FIRST_BACKOFF = 0.5
LONGEST_BACKOFF = 8.0
IN_FLIGHT_PAUSE = 1.0
"""What the server proposes for a run that has not ended."""


def is_in_flight(error: Exception) -> bool:
    """Whether the run of an idempotency key is still going: no failure, the answer is yet to come."""
    return isinstance(error, ApiError) and error.code == "idempotency_in_flight"


@dataclass
class Attempts:
    """The attempts of one call; `repeatable` if it may reach the server twice and still count once."""

    max_retries: int
    repeatable: bool
    until: float
    """When waiting for a run that is in flight has an end, by the monotonic clock."""
    failures: int = 0

    def pause_after(self, error: Exception, now: float) -> float | None:
        """Seconds to wait before the next attempt; None where there should be none."""
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
            # The server has done nothing, so that even an upload may be sent again; a proxy does not know.
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
            # A proxy lost the server, which may have done it.
            return backoff(self.failures)
        return None


def backoff(failures: int) -> float:
    """Twice as long each time, and by chance up to half shorter, so that many clients do not come back at once."""
    whole = min(FIRST_BACKOFF * 2.0**failures, LONGEST_BACKOFF)
    return whole * (0.5 + random.random() / 2)
