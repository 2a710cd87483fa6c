"""Simulates a provider with OpenAI's API. Each test sets the answers."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


def _chunk(delta, finish=None):
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    return f"data: {json.dumps(chunk)}\n\n"


def text_answer(*words):
    return [_chunk({"role": "assistant", "content": word}) for word in words] + [_chunk({}, "stop")]


def call_answer(name, arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"index": 0, "id": f"call_{name}", "type": "function", "function": function}
    return [_chunk({"role": "assistant", "tool_calls": [call]}), _chunk({}, "tool_calls")]


def _joined(chunks):
    """Returns the answer as one body, joined from its chunks."""
    read = [json.loads(chunk.removeprefix("data: ")) for chunk in chunks]
    deltas = [chunk["choices"][0]["delta"] for chunk in read]
    calls = [call for delta in deltas for call in delta.get("tool_calls", [])]
    message = {"role": "assistant", "content": "".join(delta.get("content", "") for delta in deltas) or None}
    choice = {"index": 0, "message": {**message, "tool_calls": calls} if calls else message}
    choice["finish_reason"] = read[-1]["choices"][0]["finish_reason"]
    return json.dumps({**read[-1], "object": "chat.completion", "choices": [choice]})


@pytest.fixture
def provider(monkeypatch):
    """Responds to each call with the next item of `answers`, and records the requests."""

    class Provider(BaseHTTPRequestHandler):
        answers = []
        requests = []

        def do_POST(self):
            Provider.requests.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            chunks, streams = Provider.answers.pop(0), Provider.requests[-1].get("stream")
            body = ("".join([*chunks, "data: [DONE]\n\n"]) if streams else _joined(chunks)).encode()
            self.send_response(200)
            self.send_header("content-type", "text/event-stream" if streams else "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_BASE", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    monkeypatch.setenv("OPENAI_DEFAULT_MODEL", "default")
    yield Provider
    server.shutdown()
    server.server_close()
