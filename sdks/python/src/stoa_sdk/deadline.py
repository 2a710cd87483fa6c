"""The time limit of a caller who waits for a run."""

from __future__ import annotations

import time
from dataclasses import dataclass

from .errors import StoaTimeoutError


@dataclass(frozen=True)
class Deadline:
    """The time at which a caller stops waiting. Without one, the caller waits indefinitely."""

    end: float | None = None
    """The time on the monotonic clock."""

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """Returns the deadline this many seconds from now."""
        return cls(None if seconds is None else time.monotonic() + seconds)

    def within(self, seconds: float) -> float:
        """Returns the seconds, limited to the remaining time. The result is always above zero."""
        return seconds if self.end is None else max(0.001, min(seconds, self.end - time.monotonic()))

    def require_time(self) -> None:
        """Raises StoaTimeoutError if no time is left."""
        if self.end is not None and time.monotonic() >= self.end:
            raise StoaTimeoutError("The run has not ended in time. It continues, so you can wait for it again.")


NO_DEADLINE = Deadline()
