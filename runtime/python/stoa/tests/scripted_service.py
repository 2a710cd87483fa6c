"""Simulates Stoa's own servers and external services with a local HTTP server."""

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Service:
    """Sends `answer` (status, headers, body) in response to every request, and records the requests."""

    def __init__(self, url):
        self.url = url
        self.requests = []
        self.answer = (200, {"content-type": "application/json"}, b"{}")


class _Handler(BaseHTTPRequestHandler):
    def _any(self):
        service = self.server.service
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        service.requests.append((self.command, self.path, dict(self.headers), body))
        status, headers, content = service.answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _any

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def scripted_service():
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.service = Service(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield server.service
    finally:
        server.shutdown()
        server.server_close()
