"""The client."""

from __future__ import annotations

from typing import cast

from . import calls
from .async_agents import AsyncAgents
from .api_types import Balance, UsageStats
from .async_runs import AsyncRuns
from .settings import MAX_RETRIES, TIMEOUT_SECONDS, read_settings
from .async_transport import AsyncTransport


class AsyncStoa:
    """A Stoa server, as one API key sees it. Close it, or use it in an `async with`."""

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
        self._transport = AsyncTransport(self._settings)
        self.agents = AsyncAgents(self._transport)
        self.runs = AsyncRuns(self._transport)

    async def balance(self) -> Balance:
        """What you have, in USD."""
        return cast(Balance, await self._transport.request(calls.balance()))

    async def usage(self) -> UsageStats:
        """What you have used, all time."""
        return cast(UsageStats, await self._transport.request(calls.usage()))

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncStoa:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncStoa({self._settings.base_url!r})"
