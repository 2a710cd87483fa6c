# Generated from async_client.py by `npm run generate`.
"""The client."""

from __future__ import annotations

from typing import cast

from . import calls
from .agents import Agents
from .api_types import Balance, UsageStats
from .runs import Runs
from .settings import MAX_RETRIES, TIMEOUT_SECONDS, read_settings
from .transport import Transport


class Stoa:
    """A Stoa server, as one API key sees it. Close it, or use it in a `with`."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
    ) -> None:
        """Without a key and an address those of the environment, `STOA_API_KEY` and `STOA_BASE_URL`.

        Args:
            api_key: opens the server
            base_url: where it is, as `https://stoa.example`
            timeout: seconds that an answer may take; runs have the time that they are given
            max_retries: how often a call is repeated that failed for a reason that passes
        """
        self._settings = read_settings(api_key, base_url, timeout, max_retries)
        self._transport = Transport(self._settings)
        self.agents = Agents(self._transport)
        self.runs = Runs(self._transport)

    def balance(self) -> Balance:
        """What you have, in USD."""
        return cast(Balance, self._transport.request(calls.balance()))

    def usage(self) -> UsageStats:
        """What you have used, all time."""
        return cast(UsageStats, self._transport.request(calls.usage()))

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Stoa:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Stoa({self._settings.base_url!r})"
