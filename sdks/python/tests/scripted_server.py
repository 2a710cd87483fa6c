"""A server with scripted responses over real sockets, whose connections can break."""

from __future__ import annotations

import json
import socket
import threading
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable


@dataclass
class ReceivedRequest:
    """A request that the server received."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Reply = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Records a request and returns the next reply. The last reply is repeated."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, script: Script, *args: Any) -> None:
        self._script = script
        super().__init__(*args)

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_PUT(self) -> None:
        self._answer()

    def do_DELETE(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: Any) -> None:
        """Suppresses the request log."""

    def _answer(self) -> None:
        script = self._script
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        script.asked.append(ReceivedRequest(self.command, self.path, headers, body))
        reply = script.replies.pop(0) if len(script.replies) > 1 else script.replies[0]
        reply(self)


@dataclass
class Script:
    """The replies of a server, and the requests that it received."""

    url: str
    replies: list[Reply] = field(default_factory=list)
    asked: list[ReceivedRequest] = field(default_factory=list)

    def play(self, *replies: Reply) -> None:
        """Sets the next replies, one per request."""
        self.asked.clear()
        self.replies = list(replies)


def start() -> tuple[Script, Callable[[], None]]:
    """Starts a server. Returns its script and a function that stops it."""
    script = Script("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, script))
    script.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()

    def stop() -> None:
        server.shutdown()
        server.server_close()

    return script, stop


def answers(status: int, value: object, **headers: str) -> Reply:
    """Returns a reply with JSON."""
    content = json.dumps(value).encode()

    def reply(handler: Handler) -> None:
        handler.send_response(status)
        for name, text in {"content-type": "application/json", **headers}.items():
            handler.send_header(name.replace("_", "-"), text)
        handler.send_header("content-length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return reply


def problem(status: int, code: str, **headers: str) -> Reply:
    """Returns a reply with an error in the server's format."""
    return answers(status, {"detail": "Not now", "error": code, "request_id": "req_1"}, **headers)


def breaks(handler: Handler) -> None:
    """Closes the connection instead of sending a response."""
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def events(*sent: tuple[int, str, object]) -> Reply:
    """Returns a reply that sends events in their wire format and closes the connection."""
    lines = [f"id: {id}\nevent: {name}\ndata: {json.dumps(data)}\n\n" for id, name, data in sent]
    return stream(f": hello\n\n{''.join(lines)}".encode())


def stream(content: bytes) -> Reply:
    """Returns a reply that sends the bytes one after the other and closes the connection."""

    def reply(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream; charset=utf-8")
        handler.send_header("connection", "close")
        handler.end_headers()
        for index in range(len(content)):
            handler.wfile.write(content[index : index + 1])
        handler.close_connection = True

    return reply
