"""How long a caller waits for a run."""

from __future__ import annotations

import time
from dataclasses import dataclass

from .errors import StoaTimeoutError


@dataclass(frozen=True)
class Deadline:
    """When a caller no longer waits; without an end they wait for as long as it takes."""

    end: float | None = None
    """By the monotonic clock."""

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """The one that many seconds from now."""
        return cls(None if seconds is None else time.monotonic() + seconds)

    def within(self, seconds: float) -> float:
        """As many of these seconds as are left, and a little more than none."""
        return seconds if self.end is None else max(0.001, min(seconds, self.end - time.monotonic()))

    def require_time(self) -> None:
        """Raises StoaTimeoutError where there is none left."""
        if self.end is not None and time.monotonic() >= self.end:
            raise StoaTimeoutError("The run has not ended in time; it goes on")


NO_DEADLINE = Deadline()
