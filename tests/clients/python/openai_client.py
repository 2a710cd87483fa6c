"""Tests the official, unmodified OpenAI client for Python with the gateway that the environment variables name."""

import asyncio
import json

import openai
from openai import AsyncOpenAI, OpenAI
from pydantic import BaseModel

PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA"
    "AABJRU5ErkJggg=="
)
MODEL = "gpt-4o"
EMBEDDER = "text-embedding-3-small"
WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}

client = OpenAI()


class Mood(BaseModel):
    mood: str


def ask(text: str) -> dict:
    return {"model": MODEL, "messages": [{"role": "user", "content": text}]}


def chat() -> None:
    answer = client.chat.completions.create(**ask("hello"))
    assert answer.choices[0].message.content == "Hello there"
    assert answer.usage.total_tokens == 120


def raw_response() -> None:
    answer = client.chat.completions.with_raw_response.create(**ask("hello"))
    assert answer.headers["content-type"] == "application/json"
    assert answer.parse().choices[0].finish_reason == "stop"


def streams() -> None:
    for include in (True, False):
        stream = client.chat.completions.create(
            **ask("count"), stream=True, stream_options={"include_usage": include}
        )
        pieces = list(stream)
        text = "".join(piece.choices[0].delta.content or "" for piece in pieces if piece.choices)
        assert text == "One two three"
        assert any(piece.usage for piece in pieces) is include


def twenty_at_once() -> None:
    async def all_of_them() -> list[str]:
        async with AsyncOpenAI() as many:
            answers = await asyncio.gather(*(many.chat.completions.create(**ask("hello")) for _ in range(20)))
        return [answer.choices[0].message.content for answer in answers]

    assert asyncio.run(all_of_them()) == ["Hello there"] * 20


def tools() -> None:
    question = ask("tool")
    called = client.chat.completions.create(**question, tools=[WEATHER]).choices[0].message
    assert json.loads(called.tool_calls[0].function.arguments) == {"city": "Rome"}
    result = {"role": "tool", "tool_call_id": called.tool_calls[0].id, "content": "sunny"}
    messages = [*question["messages"], called.model_dump(), result]
    answer = client.chat.completions.create(model=MODEL, messages=messages, tools=[WEATHER])
    assert answer.choices[0].message.content == "It is sunny"


def schema() -> None:
    answer = client.chat.completions.parse(**ask("schema"), response_format=Mood)
    assert answer.choices[0].message.parsed == Mood(mood="happy")


def images() -> None:
    for url in (PIXEL, "https://example.com/pixel.png"):
        parts = [{"type": "text", "text": "image"}, {"type": "image_url", "image_url": {"url": url}}]
        answer = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": parts}])
        assert answer.choices[0].message.content == "A pixel"


def harmless_fields() -> None:
    labels = {"prompt_cache_key": "key", "user": "user-1", "metadata": {"team": "a"}, "safety_identifier": "x"}
    plain = {"store": False, "logprobs": False, "service_tier": "auto", "verbosity": "low"}
    answer = client.chat.completions.create(**ask("hello"), **labels, **plain)
    assert answer.choices[0].message.content == "Hello there"
    answer = client.responses.create(model=MODEL, input="hello", store=False, service_tier="auto", **labels)
    assert answer.output_text == "Hello there"


def responses() -> None:
    answer = client.responses.create(model=MODEL, instructions="Be short.", input="hello")
    assert answer.output_text == "Hello there"
    with client.responses.stream(model=MODEL, input="count") as stream:
        deltas = [event.delta for event in stream if event.type == "response.output_text.delta"]
    assert "".join(deltas) == "One two three"


def embeddings() -> None:
    texts = client.embeddings.create(model=EMBEDDER, input=["red shoes", "blue"])
    numbers = client.embeddings.create(model=EMBEDDER, input=["red shoes", "blue"], encoding_format="float")
    assert [len(each.embedding) for each in texts.data] == [1536, 1536]
    assert abs(texts.data[0].embedding[0] - numbers.data[0].embedding[0]) < 1e-6
    ids = client.embeddings.create(model=EMBEDDER, input=[[1820, 4087], [42]])
    assert len(ids.data) == 2


def models() -> None:
    assert {"default", "stoa-basic", MODEL} <= {model.id for model in client.models.list()}


def refused(kind: type, call, **fields) -> None:
    try:
        call()
    except kind as error:
        for name, value in fields.items():
            assert getattr(error, name) == value, (name, getattr(error, name))
    else:
        raise AssertionError(f"not refused: {kind.__name__}")


def errors() -> None:
    refused(openai.AuthenticationError, lambda: OpenAI(api_key="sk-of-somebody").models.list())
    unknown = {**ask("hello"), "model": "gpt-99"}
    refused(
        openai.NotFoundError,
        lambda: client.chat.completions.create(**unknown),
        code="model_not_found",
        param="model",
    )
    refused(openai.BadRequestError, lambda: client.chat.completions.create(**ask("hello"), store=True), param="store")
    refused(openai.BadRequestError, lambda: client.chat.completions.create(**ask("hello"), n=2), param="n")


def attempts() -> None:
    answer = client.chat.completions.create(**ask("fails once"))
    assert answer.choices[0].message.content == "At last"


def broken_stream() -> None:
    refused(openai.APIError, lambda: list(client.chat.completions.create(**ask("breaks"), stream=True)))


CHECKS = (
    chat,
    raw_response,
    streams,
    twenty_at_once,
    tools,
    schema,
    images,
    harmless_fields,
    responses,
    embeddings,
    models,
    errors,
    attempts,
    broken_stream,
)

if __name__ == "__main__":
    for check in CHECKS:
        check()
        print(check.__name__, flush=True)
