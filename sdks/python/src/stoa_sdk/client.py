# Generated from async_client.py by `npm run generate`.
"""The client of a Stoa server."""

from __future__ import annotations

from typing import cast

from . import calls
from .agents import Agents
from .api_types import Balance, UsageStats
from .conversations import Conversations
from .remembered_values import RememberedValues
from .files import Files
from .runs import Runs
from .settings import MAX_RETRIES, TIMEOUT_SECONDS, read_settings
from .transport import Transport


class Stoa:
    """A client for a Stoa server and one API key. Close it, or use it in a `with`."""

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
        self._transport = Transport(self._settings)
        self.agents = Agents(self._transport)
        self.conversations = Conversations(self._transport)
        self.remembered_values = RememberedValues(self._transport)
        self.files = Files(self._transport)
        self.runs = Runs(self._transport)

    def balance(self) -> Balance:
        """Returns your balance in USD."""
        return cast(Balance, self._transport.request(calls.balance()))

    def usage(self) -> UsageStats:
        """Returns your usage totals."""
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
