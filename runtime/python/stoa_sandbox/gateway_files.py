"""Transfers files between a run and its gateway, in pieces, so that a file of any size needs little memory."""

from __future__ import annotations

import http.client
import os
import select
import stat
from urllib.parse import quote

from .settings import GATEWAY_PORT
from .values import AnswerError

_PIECE_BYTES = 1 << 18
# The server may first store the whole file elsewhere. A run's own time limit is usually shorter.
_TIMEOUT_SECONDS = 300
# A reply about a file is a few short fields.
_LONGEST_REPLY = 64 << 10


class GatewayFiles:
    """The files of one run at its gateway. `token` is the run's token."""

    def __init__(self, token: str) -> None:
        self._access = {"Authorization": f"Bearer {token}"}

    def receive(self, file_id: str, name: str, size: int, path: str) -> None:
        """Writes a file that the run received to a new file at `path`. Raises AnswerError or OSError."""
        connection = _connect()
        try:
            connection.request("GET", f"/files/{quote(file_id, safe='')}", headers={**self._access, "Connection": "close"})
            response = connection.getresponse()
            if response.status != 200:
                raise AnswerError(f"Could not receive {name}: {_reason(response)}")
            with open(path, "xb", buffering=0) as file:
                received = 0
                while piece := response.read(_PIECE_BYTES):
                    received += len(piece)
                    if received > size:
                        break
                    _write(file.fileno(), piece)
            if received != size:
                raise AnswerError(f"Could not receive {name}: its size differs from the {size:,} bytes that it should have.")
        except (http.client.HTTPException, TimeoutError, ConnectionError) as error:
            raise AnswerError(f"Could not receive {name}: {_text(error)}") from error
        finally:
            connection.close()

    def send(self, name: str, path: str) -> dict[str, object] | None:
        """Sends a file and returns `id`, `name`, `type` and `size` as the gateway replies. Returns None if `path` is
        not a regular file or is empty. Raises AnswerError or OSError.
        """
        # Opening a pipe would wait for its other end. The last part of the path must not be a link.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_size == 0:
                return None
            return self._send(name, descriptor, status.st_size)
        finally:
            os.close(descriptor)

    def _send(self, name: str, descriptor: int, size: int) -> dict[str, object]:
        connection = _connect()
        try:
            connection.putrequest("POST", f"/files?name={quote(name, safe='', errors='replace')}")
            headers = {**self._access, "Content-Type": "application/octet-stream", "Content-Length": str(size)}
            for header, value in {**headers, "Connection": "close"}.items():
                connection.putheader(header, value)
            connection.endheaders()
            if not _send_content(connection, descriptor, size):
                raise AnswerError(f"Could not return {name}: it became shorter while it was sent.")
            response = connection.getresponse()
            if response.status != 201:
                raise AnswerError(f"Could not return {name}: {_reason(response)}")
            return _read_sent(response.read(_LONGEST_REPLY), name)
        except (http.client.HTTPException, TimeoutError, ConnectionError) as error:
            raise AnswerError(f"Could not return {name}: {_text(error)}") from error
        finally:
            connection.close()


def _connect() -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", GATEWAY_PORT, timeout=_TIMEOUT_SECONDS)


def _write(descriptor: int, piece: bytes) -> None:
    rest = memoryview(piece)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _send_content(connection: http.client.HTTPConnection, descriptor: int, size: int) -> bool:
    """Sends the first `size` bytes, even if the file grows meanwhile. Stops if the gateway has already replied, because
    it then refuses the file. Returns whether the file had enough bytes.
    """
    left = size
    while left:
        if connection.sock is None or select.select([connection.sock], [], [], 0)[0]:
            return True
        piece = os.read(descriptor, min(left, _PIECE_BYTES))
        if not piece:
            return False
        left -= len(piece)
        try:
            connection.send(piece)
        except (BrokenPipeError, ConnectionResetError):
            # The reply may have arrived before the connection was closed.
            return True
    return True


def _read_sent(body: bytes, name: str) -> dict[str, object]:
    import json

    try:
        fields = json.loads(body)
        return {
            "id": str(fields["id"]),
            "name": str(fields["name"]),
            "type": str(fields["type"]),
            "size": int(fields["size"]),
        }
    except (ValueError, LookupError, TypeError) as error:
        raise AnswerError(f"Could not return {name}: the server's reply is invalid. Try again.") from error


def _reason(response: http.client.HTTPResponse) -> str:
    """Returns the text of an error reply: `detail`, `error.message`, or else the status."""
    import json

    try:
        fields = json.loads(response.read(_LONGEST_REPLY))
        error = fields.get("error")
        text = error.get("message") if isinstance(error, dict) else fields.get("detail")
    except (ValueError, AttributeError, http.client.HTTPException, OSError):
        text = None
    return str(text) if text else f"the server replied with status {response.status}."


def _text(error: BaseException) -> str:
    return str(error) or "the connection was closed."
