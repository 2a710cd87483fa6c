"""Opens connections to an HTTP server with only the standard library, which is imported at the first call."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from http.client import HTTPConnection


def open_connection(base_url: str, timeout: float) -> tuple[HTTPConnection, str]:
    """Returns a connection that opens with its first request, and the path of `base_url`."""
    import http.client
    from urllib.parse import urlsplit

    url = urlsplit(base_url)
    connect = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    return connect(url.hostname or "", url.port, timeout=timeout), url.path.rstrip("/")
