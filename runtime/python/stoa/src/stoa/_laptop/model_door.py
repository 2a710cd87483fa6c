"""Runs a local proxy between an agent and its model provider. Frameworks send a model's name as it is written in the
file. On Stoa, `default` is the operator's choice. On a laptop, the proxy replaces `default` with the developer's
choice. It also records each call, as Stoa's trace does.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import IO, Any

from .._chat import DEFAULT_BASE_URL
from .._model import provider_name
from .terminal import Terminal

# Enough for a long answer from a slow model, as in stoa.model.
_TIMEOUT_SECONDS = 600
# The usage is at the end of an answer. A JSON document fits completely, and of a long stream only the end is needed.
_KEPT_BYTES = 1 << 20
_OWN_HEADERS = {
    "host",
    "connection",
    "content-length",
    "accept-encoding",
    "transfer-encoding",
    "proxy-connection",
}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, provider: str, terminal: Terminal) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.provider = provider
        self.terminal = terminal


def _usage_in(answer: bytes) -> dict[str, Any]:
    """Returns the last usage in a JSON document or an event stream, or an empty dict if there is none."""
    text = answer.decode("utf-8", "replace").strip()
    candidates = (
        [text]
        if text.startswith("{")
        else [line[5:] for line in text.splitlines() if line.startswith("data:")]
    )
    for candidate in reversed(candidates):
        with contextlib.suppress(ValueError, AttributeError):
            usage = json.loads(candidate).get("usage")
            if isinstance(usage, dict):
                return usage
    return {}


class _Handler(BaseHTTPRequestHandler):
    @property
    def _door(self) -> _Server:
        if not isinstance(self.server, _Server):
            raise TypeError("this handler belongs to the proxy's own server")
        return self.server

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing, because standard error is reserved for the agent."""

    def do_GET(self) -> None:
        self._pass_on(None, None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        model: str | None = None
        with contextlib.suppress(ValueError, AttributeError):
            fields = json.loads(body)
            model = provider_name(str(fields["model"]), self._door.provider) if fields.get("model") else None
            if model is not None and model != fields["model"]:
                body = json.dumps({**fields, "model": model}).encode()
        self._pass_on(body, model)

    def _pass_on(self, body: bytes | None, model: str | None) -> None:
        headers = {name: value for name, value in self.headers.items() if name.lower() not in _OWN_HEADERS}
        address = self._door.provider.rstrip("/") + self.path.removeprefix("/v1")
        request = urllib.request.Request(address, data=body, headers=headers, method=self.command)
        started = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as answer:
                kept = self._answer(answer.status, answer.headers, answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                kept = self._answer(refusal.code, refusal.headers, refusal)
        except OSError as error:
            self._fail(error)
            return
        if model is not None:
            self._door.terminal.model_call(model, time.monotonic() - started, _usage_in(kept))

    def _answer(self, status: int, headers: Message, body: IO[bytes]) -> bytes:
        """Forwards an answer chunk by chunk. Returns its last bytes, at most `_KEPT_BYTES`."""
        self.send_response(status)
        for name in ("content-type", "retry-after", "x-should-retry", "x-request-id"):
            if headers.get(name):
                self.send_header(name, headers[name])
        self.end_headers()
        kept = b""
        read = getattr(body, "read1", body.read)
        while piece := read(1 << 16):
            self.wfile.write(piece)
            kept = (kept + piece)[-_KEPT_BYTES:]
        return kept

    def _fail(self, error: OSError) -> None:
        # Either the agent has disconnected or the provider is unreachable. Only in the second case does anyone read the
        # error.
        with contextlib.suppress(OSError):
            message = f"Could not reach the model provider: {error}"
            document = json.dumps({"error": {"message": message, "type": "api_error", "code": None}}).encode()
            self.send_response(502)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(document)


@contextlib.contextmanager
def model_door(terminal: Terminal) -> Iterator[None]:
    """Runs the proxy while an agent runs, if a provider is configured."""
    provider = os.environ.get("OPENAI_BASE_URL")
    if not provider and not os.environ.get("OPENAI_API_KEY"):
        yield
        return
    server = _Server(provider or DEFAULT_BASE_URL, terminal)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    inside = f"http://127.0.0.1:{server.server_port}/v1"
    past_proxies = ",".join(filter(None, [os.environ.get("NO_PROXY"), "127.0.0.1"]))
    changed = {
        "OPENAI_BASE_URL": inside,
        "OPENAI_API_BASE": inside,
        "NO_PROXY": past_proxies,
        "no_proxy": past_proxies,
    }
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        server.shutdown()
        server.server_close()
