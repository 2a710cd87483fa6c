"""A local OpenAI-compatible server that answers every request with the same text, so that the real `stoa.model` is used."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def answering(text: str, status: int = 200, is_language_model: bool = True) -> Iterator[tuple[str, list[str]]]:
    """Starts the server, and yields its base URL and the prompts that it has received."""
    prompts: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            described = json.dumps({"id": "default", "is_language_model": is_language_model}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(described)))
            self.end_headers()
            self.wfile.write(described)

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            prompts.append(body["messages"][0]["content"])
            answer = json.dumps({"choices": [{"message": {"content": text}}]}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *_: object) -> None:
            """Logs nothing, because an access log would clutter the tests' output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", prompts
    finally:
        server.shutdown()
        server.server_close()
