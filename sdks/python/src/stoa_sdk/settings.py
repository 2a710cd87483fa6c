"""Where the server is, and how patient its client."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from .errors import StoaError

TIMEOUT_SECONDS = 60.0
"""Nothing but a run takes the server so long."""
MAX_RETRIES = 4
"""With pauses of 0.5, 1, 2 and 4 seconds: as long as a server takes to start again."""


@dataclass(frozen=True)
class Settings:
    """What a client was told."""

    base_url: str
    timeout: float
    max_retries: int
    api_key: str = field(repr=False)


def read_settings(api_key: str | None, base_url: str | None, timeout: float, max_retries: int) -> Settings:
    """Fills in what the environment has. Raises StoaError where a key or an address is missing."""
    key = (api_key or os.environ.get("STOA_API_KEY", "")).strip()
    address = base_url or os.environ.get("STOA_BASE_URL", "")
    if not key:
        raise StoaError("An API key is needed: api_key, or STOA_API_KEY in the environment")
    if not address:
        raise StoaError("The server's address is needed: base_url, or STOA_BASE_URL in the environment")
    if not address.startswith(("https://", "http://")):
        raise StoaError("The server's address must begin with https:// or http://")
    return Settings(address.rstrip("/"), timeout, max_retries, key)
