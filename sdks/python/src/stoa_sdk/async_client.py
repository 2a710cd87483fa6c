"""The client of a Stoa server."""

from __future__ import annotations

from typing import cast

from . import calls
from .async_agents import AsyncAgents
from .api_types import Balance, UsageStats
from .async_conversations import AsyncConversations
from .async_remembered_values import AsyncRememberedValues
from .async_files import AsyncFiles
from .async_runs import AsyncRuns
from .settings import MAX_RETRIES, TIMEOUT_SECONDS, read_settings
from .async_transport import AsyncTransport


class AsyncStoa:
    """A client for a Stoa server and one API key. Close it, or use it in an `async with`."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
    ) -> None:
        """Creates a client. The key and the URL default to the environment variables `STOA_API_KEY` and
        `STOA_URL`.

        Args:
            api_key: your API key
            base_url: the server's URL, such as `https://stoa.example`
            timeout: time limit for a response in seconds; runs have their own time limit
            max_retries: how often to retry a call after a temporary failure
        """
        self._settings = read_settings(api_key, base_url, timeout, max_retries)
        self._transport = AsyncTransport(self._settings)
        self.agents = AsyncAgents(self._transport)
        self.conversations = AsyncConversations(self._transport)
        self.remembered_values = AsyncRememberedValues(self._transport)
        self.files = AsyncFiles(self._transport)
        self.runs = AsyncRuns(self._transport)

    async def balance(self) -> Balance:
        """Returns your balance in USD."""
        return cast(Balance, await self._transport.request(calls.balance()))

    async def usage(self) -> UsageStats:
        """Returns your usage totals."""
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
