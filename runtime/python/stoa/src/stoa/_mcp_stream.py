"""Sends one message to an MCP server and reads its answer, as JSON or as an event stream.

Uses only the standard library, like the whole package.
"""

from __future__ import annotations

import threading
import time

from ._mcp_error import McpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPResponse
    from typing import Any

# The largest response. A list of a hundred tools has up to 300 KiB.
_MOST_BYTES = 4 << 20
_PIECE_BYTES = 64 << 10
# The longest explanation of a server that is shown. Some servers send a whole page.
_LONGEST_TEXT = 300
_MOST_REDIRECTS = 3
_KEPT_METHOD = (307, 308)
_REDIRECTS = (301, 302, 303, *_KEPT_METHOD)


class Deadline:
    """The time limit of a call, which applies to connecting and reading together."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Returns the remaining seconds. Raises TimeoutError if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def is_over(self) -> bool:
        return time.monotonic() >= self._end

    def close_at_end(self, sock: Any) -> threading.Timer:
        """Returns a timer that ends the connection.

        A server that sends a byte at a time would never reach the timeout of a single read.
        """
        import socket

        timer = threading.Timer(self.left(), socket.socket.shutdown, (sock, socket.SHUT_RDWR))
        timer.daemon = True
        timer.start()
        return timer


def _pieces(response: HTTPResponse) -> Iterator[bytes]:
    """Yields the body as it arrives. Raises McpError if it is too large."""
    size = 0
    while piece := response.read1(_PIECE_BYTES):
        size += len(piece)
        if size > _MOST_BYTES:
            raise McpError(
                f"its response is larger than {_MOST_BYTES >> 20} MB. Use a tool or arguments that return less"
            )
        yield piece


def _events(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yields the data of each message in an event stream. Other events and empty ones keep the connection open."""
    rest, kind, data = b"", b"", []
    for piece in _with_end(pieces):
        *lines, rest = (rest + piece).replace(b"\r\n", b"\n").split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[5:].removeprefix(b" "))
            elif line.startswith(b"event:"):
                kind = line[6:].strip()
            elif not line:
                if kind in (b"", b"message") and any(data):
                    yield b"\n".join(data)
                kind, data = b"", []


def _with_end(pieces: Iterator[bytes]) -> Iterator[bytes]:
    yield from pieces
    # Some servers omit the empty line after the last event.
    yield b"\n\n"


def _answer_in(data: bytes, message_id: int) -> dict[str, Any] | None:
    """Returns the answer to a message, or None if the data is another message. Raises McpError if it is neither."""
    import json

    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise McpError("it does not speak MCP: its answer is not JSON. Check the URL") from error
    for message in found if isinstance(found, list) else [found]:
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            raise McpError("it does not speak MCP: its answer is not a message of the protocol. Check the URL")
        if message.get("id") == message_id and "method" not in message:
            return message
    return None


def _explain_status(status: int, text: str) -> McpError:
    said = "" if not text or text.startswith("<") else f": {text[:_LONGEST_TEXT]}"
    what = f"it answered with HTTP {status}{said}"
    if status in (401, 403):
        what += ". It needs a credential, or refuses the one that was sent"
    if status in (404, 405):
        what += ". Check the path of its URL, which usually ends with /mcp"
    return McpError(what, status)


def _redirected(url: str, response: HTTPResponse) -> str:
    """Returns the target of a redirect. Raises McpError if it leaves the server."""
    from urllib.parse import urljoin, urlsplit

    target = urljoin(url, response.headers.get("location", ""))
    old, new = urlsplit(url), urlsplit(target)
    if response.status in _KEPT_METHOD and (old.scheme, old.netloc) == (new.scheme, new.netloc):
        return target
    raise McpError(
        f"it redirects to {new.scheme}://{new.netloc}{new.path}. Use that URL if it is the intended server",
        response.status,
    )


class Answer:
    """The answer to a message. `message` is None if the server has only accepted the message."""

    def __init__(self, message: dict[str, Any] | None, session: str | None) -> None:
        self.message = message
        self.session = session


def send(url: str, message: dict[str, Any], headers: dict[str, str], deadline: Deadline) -> Answer:
    """Sends a message to a server and returns the answer. Raises McpError with the end of a sentence that
    names the server."""
    import http.client

    for _ in range(_MOST_REDIRECTS + 1):
        try:
            found = _send_once(url, message, headers, deadline)
        except (OSError, http.client.HTTPException, ValueError, McpError) as error:
            if isinstance(error, TimeoutError) or deadline.is_over():
                raise McpError(f"it did not answer within {deadline.seconds:g} seconds") from error
            if isinstance(error, McpError):
                raise
            raise McpError(f"it could not be reached: {error}") from error
        if isinstance(found, Answer):
            return found
        url = found
    raise McpError("it redirects again and again. Check the URL")


def _send_once(url: str, message: dict[str, Any], headers: dict[str, str], deadline: Deadline) -> Answer | str:
    import json
    from urllib.parse import urlsplit

    from ._http import open_connection

    # The path of the base URL lacks a slash at the end, which belongs to the path of a server.
    connection, _ = open_connection(url, deadline.left())
    query = urlsplit(url).query
    path = (urlsplit(url).path or "/") + (f"?{query}" if query else "")
    timer: threading.Timer | None = None
    sent = {
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        # Each message uses its own connection, so the answer ends when the connection is closed.
        "Connection": "close",
        **headers,
    }
    try:
        connection.request("POST", path, json.dumps(message, allow_nan=False).encode(), sent)
        timer = deadline.close_at_end(connection.sock)
        response = connection.getresponse()
        if response.status in _REDIRECTS and response.headers.get("location"):
            return _redirected(url, response)
        return _read(response, message)
    finally:
        if timer is not None:
            timer.cancel()
        connection.close()


def _read(response: HTTPResponse, message: dict[str, Any]) -> Answer:
    from ._chat import error_text

    pieces = _pieces(response)
    session = response.headers.get("mcp-session-id")
    refusal = response.headers.get("x-stoa-error")
    if refusal is not None:
        raise McpError(error_text(b"".join(pieces)), response.status, refusal)
    if "id" not in message and response.status < 300:
        return Answer(None, session)
    kind = response.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind == "text/event-stream" and response.status == 200:
        parts: Iterator[bytes] = _events(pieces)
    elif kind == "application/json":
        parts = iter([b"".join(pieces)])
    elif response.status == 200:
        raise McpError(f"it does not speak MCP: it answered with {kind or 'an unknown type'}. Check the URL")
    else:
        raise _explain_status(response.status, b"".join(pieces).decode("utf-8", "replace").strip())
    if response.status != 200:
        return Answer(_error_in(b"".join(parts), message["id"], response.status), session)
    for part in parts:
        found = _answer_in(part, message["id"])
        if found is not None:
            return Answer(found, session)
    raise McpError("it closed the connection without an answer")


def _error_in(body: bytes, message_id: int, status: int) -> dict[str, Any]:
    """Returns the protocol's error in the response to a refused request. Raises McpError if there is none."""
    try:
        found = _answer_in(body, message_id)
    except McpError:
        found = None
    if found is not None and "error" in found:
        return found
    from ._chat import error_text

    raise _explain_status(status, error_text(body))
