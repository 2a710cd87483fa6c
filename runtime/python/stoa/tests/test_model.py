"""Against a real HTTP server on this machine that speaks the chat completions protocol."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

import stoa


class Provider(BaseHTTPRequestHandler):
    requests: list = []
    answer = (200, "application/json", b"")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        Provider.requests.append((self.path, self.headers["authorization"], body))
        status, kind, data = Provider.answer
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


@pytest.fixture(autouse=True)
def provider(monkeypatch):
    server = HTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    Provider.requests = []
    yield Provider
    server.shutdown()
    server.server_close()


def completion(content):
    return (200, "application/json", json.dumps({"choices": [{"message": {"content": content}}]}).encode())


def test_complete_sends_a_prompt_as_a_message_and_answers_its_text(provider):
    provider.answer = completion("Hello")
    assert stoa.model("m").complete("Hi", max_tokens=5) == "Hello"
    expected = {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "max_tokens": 5}
    assert provider.requests == [("/v1/chat/completions", "Bearer secret", expected)]


def test_messages_are_sent_as_they_are(provider):
    provider.answer = completion("ok")
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}]
    stoa.model().complete(messages)
    assert provider.requests[0][2] == {"model": "default", "messages": messages}


def test_a_schema_gives_a_dict(provider):
    provider.answer = completion('{"n": 3}')
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    assert stoa.model().complete("count", schema=schema) == {"n": 3}
    assert provider.requests[0][2]["response_format"]["json_schema"]["schema"] == schema


@pytest.mark.parametrize("content", ["not json", "[1]"])
def test_an_answer_that_is_not_the_object_asked_for_is_an_error(provider, content):
    provider.answer = completion(content)
    with pytest.raises(stoa.ModelError, match="JSON"):
        stoa.model().complete("x", schema={"type": "object"})


def test_stream_yields_the_pieces_and_ends_at_done(provider):
    chunks = [{"choices": [{"delta": {"content": text}}]} for text in ("a", "", "b")]
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    provider.answer = (200, "text/event-stream", "".join([*lines, "data: [DONE]\n\n", "data: x\n\n"]).encode())
    assert list(stoa.model().stream("x")) == ["a", "b"]
    assert provider.requests[0][2]["stream"] is True


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"error": {"message": "no credit"}}', "no credit"),
        (b'{"error": "insufficient", "detail": "Insufficient credits"}', "Insufficient credits"),
        (b"", "no explanation"),
    ],
)
def test_a_refusal_carries_its_status_and_words(provider, body, text):
    provider.answer = (402, "application/json", body)
    with pytest.raises(stoa.ModelError, match=text) as caught:
        stoa.model().complete("x")
    assert caught.value.status == 402


def test_an_error_inside_a_stream_is_raised(provider):
    provider.answer = (200, "text/event-stream", b'data: {"error": {"message": "overloaded"}}\n\n')
    with pytest.raises(stoa.ModelError, match="overloaded"):
        list(stoa.model().stream("x"))


def test_nobody_listening_is_a_model_error(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(stoa.ModelError, match="could not be reached"):
        stoa.model().complete("x")
