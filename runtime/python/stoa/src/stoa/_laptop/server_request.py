"""Sends requests to a Stoa server with the developer's API key."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .._http import open_connection
from .refusal import Refusal

# Longer than any upload takes: at most 5 minutes to install packages and a minute for the trial run.
_TIMEOUT_SECONDS = 600
# Much larger than any reply to an upload, which contains the agent and its checks.
_LARGEST_REPLY = 8 << 20


@dataclass(frozen=True)
class Answer:
    """A server's reply. `retry_after` is the number of seconds to wait, if the server sends one."""

    status: int
    body: dict[str, Any]
    retry_after: str | None


@dataclass(frozen=True)
class Server:
    """A server and the API key for it."""

    url: str
    key: str

    def send_form(self, path: str, fields: dict[str, str], filename: str, content: bytes) -> Answer:
        """Sends a form with one file. Raises Refusal if the server cannot be reached or is not a Stoa server."""
        boundary = secrets.token_hex(16)
        body = _form(boundary, fields, filename, content)
        headers = {
            "X-API-Key": self.key,
            "Accept": "application/json",
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Connection": "close",
        }
        connection, prefix = open_connection(self.url, _TIMEOUT_SECONDS)
        try:
            connection.request("POST", prefix + path, body, headers)
            reply = connection.getresponse()
            return Answer(reply.status, _parse(reply.read(_LARGEST_REPLY), self.url), reply.getheader("retry-after"))
        except (OSError, http.client.HTTPException) as error:
            raise Refusal(f"Could not reach {self.url}: {error}. Check STOA_URL and your connection.") from None
        finally:
            connection.close()


def _form(boundary: str, fields: dict[str, str], filename: str, content: bytes) -> bytes:
    parts = []
    for name, value in fields.items():
        parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
    # A quote or a line break would end the name.
    safe = re.sub(r'["\r\n\\]', "_", filename)
    kind = "application/zip" if safe.lower().endswith(".zip") else "text/x-python"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\nContent-Type: {kind}\r\n\r\n'
    return b"".join([*parts, head.encode(), content, f"\r\n--{boundary}--\r\n".encode()])


def _parse(body: bytes, url: str) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise Refusal(f"{url} did not respond like a Stoa server. Check STOA_URL.")
    return value


def find_server() -> Server:
    """Returns the server in STOA_URL with the key in STOA_API_KEY. Raises Refusal if one of them is missing."""
    url, key = os.environ.get("STOA_URL", "").rstrip("/"), os.environ.get("STOA_API_KEY", "")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refusal("Set STOA_URL to the URL of your Stoa server, such as https://stoa.example.")
    if not key:
        raise Refusal(f"Set STOA_API_KEY to an API key that may publish agents. Create one in {url}/settings/api.")
    if not key.isascii() or not key.isprintable():
        raise Refusal("STOA_API_KEY contains characters that an API key cannot have. Copy the key again.")
    if parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        raise Refusal(f"{url} is not encrypted, so others on the network could read your key. Use https.")
    return Server(url, key)
