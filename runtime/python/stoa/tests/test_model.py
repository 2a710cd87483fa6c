"""Tests models with a local HTTP server that uses the chat completions protocol."""

import asyncio

import pytest

import stoa


def test_complete_sends_the_prompt_as_a_message_and_returns_the_text(provider):
    provider.completes("Hello")
    assert stoa.model("m").complete("Hi", max_tokens=5) == "Hello"
    expected = {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "max_tokens": 5}
    assert provider.requests == [("/v1/chat/completions", "Bearer secret", expected)]


def test_messages_are_sent_unchanged(provider):
    provider.completes("ok")
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}]
    stoa.model().complete(messages)
    assert provider.requests[0][2] == {"model": "default", "messages": messages}


def test_complete_with_a_schema_returns_a_dict(provider):
    provider.completes('{"n": 3}')
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    assert stoa.model().complete("count", schema=schema) == {"n": 3}
    assert provider.requests[0][2]["response_format"]["json_schema"]["schema"] == schema


@pytest.mark.parametrize("content", ["not json", "[1]", None])
def test_answer_that_does_not_match_the_schema_raises_an_error(provider, content):
    provider.completes(content)
    with pytest.raises(stoa.ModelError, match="JSON"):
        stoa.model().complete("x", schema={"type": "object"})


def test_stream_yields_the_chunks_and_ends_at_done(provider):
    provider.streams("a", "", "b")
    assert list(stoa.model().stream("x")) == ["a", "b"]
    assert provider.requests[0][2]["stream"] is True


def test_async_methods_return_the_same_as_the_sync_methods(provider):
    async def both_at_once():
        schema = {"type": "object"}
        return await asyncio.gather(stoa.model("m").acomplete("x"), stoa.model("n").acomplete("y", schema))

    async def streamed():
        return [piece async for piece in stoa.model().astream("x")]

    provider.completes('{"a": 1}')
    assert asyncio.run(both_at_once()) == ['{"a": 1}', {"a": 1}]
    assert sorted(request[2]["model"] for request in provider.requests) == ["m", "n"]
    provider.streams("a", "b")
    assert asyncio.run(streamed()) == ["a", "b"]


def test_async_stream_can_be_closed_early(provider):
    async def first():
        async for piece in stoa.model().astream("x"):
            return piece

    provider.streams("a", "b")
    assert asyncio.run(first()) == "a"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"error": {"message": "no credit"}}', "no credit"),
        (b'{"error": "insufficient", "detail": "Insufficient credits"}', "Insufficient credits"),
        (b"", "no explanation"),
    ],
)
def test_refusal_raises_an_error_with_status_and_message(provider, body, text):
    provider.answer = (402, "application/json", body)
    with pytest.raises(stoa.ModelError, match=text) as caught:
        stoa.model().complete("x")
    assert caught.value.status == 402


def test_error_inside_a_stream_is_raised(provider):
    provider.answer = (200, "text/event-stream", b'data: {"error": {"message": "overloaded"}}\n\n')
    with pytest.raises(stoa.ModelError, match="overloaded"):
        list(stoa.model().stream("x"))


def test_unreachable_server_raises_a_model_error(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(stoa.ModelError, match="Could not reach"):
        stoa.model().complete("x")


def test_no_request_is_sent_without_a_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(stoa.ModelError, match="OPENAI_API_KEY") as caught:
        stoa.model().complete("x")
    assert caught.value.status is None


def test_custom_server_needs_no_key(provider, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    provider.completes("ok")
    assert stoa.model().complete("x") == "ok"
    assert provider.requests[0][1] is None


def test_default_is_the_model_in_the_environment_variable(provider, monkeypatch):
    monkeypatch.setenv("STOA_DEFAULT_MODEL", "llama")
    provider.completes("ok")
    stoa.model().complete("x")
    stoa.model("named").complete("x")
    assert [request[2]["model"] for request in provider.requests] == ["llama", "named"]


@pytest.mark.parametrize(
    ("described", "expected"),
    [({"id": "default", "is_language_model": False}, False), ({"id": "default", "is_language_model": True}, True), ({"id": "x"}, True)],
)
def test_is_language_model_returns_what_the_server_reports(provider, described, expected):
    provider.describes(described)
    assert stoa.model().is_language_model() is expected


def test_is_language_model_is_false_without_a_server(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert stoa.model().is_language_model() is False


def test_server_without_the_route_counts_as_a_language_model(provider):
    provider.answer = (404, "application/json", b"{}")
    assert stoa.model("llama").is_language_model() is True


def test_explain_sends_the_report_and_returns_the_text(provider):
    provider.completes("Sales rose by 8 percent.")
    assert stoa.model().explain("sales: +8 percent", "Say what happened.") == "Sales rose by 8 percent."
    prompt = provider.requests[-1][2]["messages"][0]["content"]
    assert prompt.startswith("Say what happened.") and "sales: +8 percent" in prompt


@pytest.mark.parametrize("text", ["Sales rose by 9 percent.", "See https://evil.example.", "  "])
def test_explain_refuses_a_comment_that_adds_to_the_report(provider, text):
    provider.completes(text)
    with pytest.raises(stoa.ModelError, match="not in the report|no output"):
        stoa.model().explain("sales: +8 percent", "Say what happened.")
