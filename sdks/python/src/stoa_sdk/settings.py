"""The server's URL, time limits and retries of a client."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from .errors import StoaError

TIMEOUT_SECONDS = 60.0
"""The default time limit. Only runs take longer."""
MAX_RETRIES = 4
"""Four retries, with pauses of 0.5, 1, 2 and 4 seconds, are enough for a server to restart."""


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    base_url: str
    timeout: float
    max_retries: int
    api_key: str = field(repr=False)


def read_settings(api_key: str | None, base_url: str | None, timeout: float, max_retries: int) -> Settings:
    """Returns the settings, and reads a missing key or URL from the environment. Raises StoaError if the key or the URL
    is missing, or if the URL does not start with https:// or http://.
    """
    key = (api_key or os.environ.get("STOA_API_KEY", "")).strip()
    address = base_url or os.environ.get("STOA_URL", "")
    if not key:
        raise StoaError("An API key is required: set api_key, or STOA_API_KEY in the environment")
    if not address:
        raise StoaError("The server's URL is required: set base_url, or STOA_URL in the environment")
    if not address.startswith(("https://", "http://")):
        raise StoaError("The server's URL must start with https:// or http://")
    return Settings(address.rstrip("/"), timeout, max_retries, key)
