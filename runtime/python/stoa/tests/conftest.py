"""Simulates a model provider that uses the chat completions protocol over real HTTP."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Provider:
    """Sends `answer` (status, content type, body) in response to every request, and records the requests."""

    def __init__(self, base_url):
        self.base_url = base_url
        self.requests = []
        self.answer = (200, "application/json", b"")

    def completes(self, content):
        body = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
        self.answer = (200, "application/json", body)

    def describes(self, fields):
        self.answer = (200, "application/json", json.dumps(fields).encode())

    def streams(self, *pieces):
        chunks = [{"choices": [{"delta": {"content": text}}]} for text in pieces]
        lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
        body = "".join([*lines, "data: [DONE]\n\n", "data: x\n\n"]).encode()
        self.answer = (200, "text/event-stream", body)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self._answer(None)

    def do_POST(self):
        self._answer(json.loads(self.rfile.read(int(self.headers["content-length"]))))

    def _answer(self, body):
        provider = self.server.provider
        provider.requests.append((self.path, self.headers["authorization"], body))
        status, kind, data = provider.answer
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def provider(monkeypatch):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.provider = Provider(f"http://127.0.0.1:{server.server_port}/v1")
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("OPENAI_BASE_URL", server.provider.base_url)
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.delenv("STOA_DEFAULT_MODEL", raising=False)
    yield server.provider
    server.shutdown()
    server.server_close()
