"""Tests the official, unmodified Anthropic client for Python with the gateway that the environment variables name."""

import anthropic
from anthropic import Anthropic

MODEL = "claude-sonnet-4-5"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
WEATHER = {
    "name": "weather",
    "description": "The weather of a city",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}

client = Anthropic()


def ask(content) -> dict:
    return {"model": MODEL, "max_tokens": 200, "messages": [{"role": "user", "content": content}]}


def message() -> None:
    answer = client.messages.create(**ask("hello"), system="Be short.")
    assert answer.content[0].text == "Hello there"
    assert answer.stop_reason == "end_turn"
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (100, 20)


def stream() -> None:
    with client.messages.stream(**ask("count")) as events:
        assert "".join(events.text_stream) == "One two three"
        assert events.get_final_message().usage.output_tokens == 20


def tools() -> None:
    question = ask("tool")
    called = client.messages.create(**question, tools=[WEATHER])
    use = called.content[-1]
    assert (called.stop_reason, use.name, use.input) == ("tool_use", "weather", {"city": "Rome"})
    result = {"type": "tool_result", "tool_use_id": use.id, "content": "sunny"}
    question["messages"] += [
        {"role": "assistant", "content": called.content},
        {"role": "user", "content": [result]},
    ]
    answer = client.messages.create(**question, tools=[WEATHER])
    assert answer.content[0].text == "It is sunny"


def streamed_tool() -> None:
    with client.messages.stream(**ask("tool"), tools=[WEATHER]) as events:
        final = events.get_final_message()
    assert final.content[-1].input == {"city": "Rome"}


def images() -> None:
    inside = {"type": "base64", "media_type": "image/png", "data": PIXEL}
    for source in (inside, {"type": "url", "url": "https://example.com/pixel.png"}):
        content = [{"type": "text", "text": "image"}, {"type": "image", "source": source}]
        assert client.messages.create(**ask(content)).content[0].text == "A pixel"


def harmless_fields() -> None:
    answer = client.messages.create(**ask("hello"), service_tier="auto", metadata={"user_id": "user-1"})
    assert answer.content[0].text == "Hello there"


def errors() -> None:
    refusals = (
        (anthropic.AuthenticationError, lambda: Anthropic(api_key="sk-of-somebody").messages.create(**ask("hello"))),
        (anthropic.NotFoundError, lambda: client.messages.create(**{**ask("hello"), "model": "claude-99"})),
        (anthropic.BadRequestError, lambda: client.messages.create(**ask("hello"), service_tier="priority")),
    )
    for kind, call in refusals:
        try:
            call()
        except kind as error:
            assert error.body["type"] == "error", error.body
        else:
            raise AssertionError(f"not refused: {kind.__name__}")


def attempts() -> None:
    assert client.messages.create(**ask("fails once")).content[0].text == "At last"


CHECKS = (message, stream, tools, streamed_tool, images, harmless_fields, errors, attempts)

if __name__ == "__main__":
    for check in CHECKS:
        check()
        print(check.__name__, flush=True)
