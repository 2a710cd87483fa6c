"""Runs an agent with clients of OpenAI's API, each as its documentation shows it. Prints the name of each check that passes."""

import os
import sys
from collections.abc import Callable

BASE_URL = os.environ["STOA_BASE_URL"]
KEY = os.environ["STOA_API_KEY"]
MODEL = os.environ["STOA_MODEL"]
MOOD_MODEL = os.environ.get("STOA_MOOD_MODEL", "")
ANSWER = "0 earlier messages. HELLO THERE "


def check_openai() -> None:
    from openai import NotFoundError, OpenAI
    from pydantic import BaseModel

    class Mood(BaseModel):
        mood: str

    client = OpenAI(base_url=BASE_URL, api_key=KEY)
    assert MODEL in [model.id for model in client.models.list()]
    answer = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "hello there"}])
    assert answer.choices[0].message.content == ANSWER
    assert answer.usage is not None and answer.usage.total_tokens > 0
    with client.chat.completions.stream(model=MODEL, messages=[{"role": "user", "content": "hello there"}]) as stream:
        assert stream.get_final_completion().choices[0].message.content == ANSWER
    parsed = client.chat.completions.parse(
        model=MOOD_MODEL, messages=[{"role": "user", "content": "I am glad"}], response_format=Mood
    )
    assert isinstance(parsed.choices[0].message.parsed, Mood)
    response = client.responses.create(model=MODEL, input="hello there")
    assert response.output_text == ANSWER
    more = client.responses.create(model=MODEL, input="hello there", previous_response_id=response.id)
    assert more.output_text == ANSWER.replace("0", "2")
    with client.responses.stream(model=MODEL, input="hello there") as events:
        assert events.get_final_response().output_text == ANSWER
    try:
        client.responses.create(model="agent/999999", input="hi")
    except NotFoundError as error:
        assert error.code == "model_not_found"
    else:
        raise AssertionError("an unknown model was run")


def check_one_call() -> None:
    from openai import OpenAI

    client = OpenAI(base_url=BASE_URL, api_key=KEY)
    answer = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "hello there"}])
    assert answer.choices[0].message.content == "HELLO THERE"


def check_langchain() -> None:
    from langchain.chat_models import init_chat_model
    from langchain_core.messages import AIMessage, HumanMessage
    from langchain_openai import ChatOpenAI

    model = ChatOpenAI(model=MODEL, base_url=BASE_URL, api_key=KEY)
    answer = model.invoke([HumanMessage("hi"), AIMessage("hello"), HumanMessage("hello there")])
    assert answer.text == ANSWER.replace("0", "2")
    assert answer.usage_metadata is not None and answer.usage_metadata["total_tokens"] > 0
    assert "".join(chunk.text for chunk in model.stream("hello there")) == ANSWER
    other = init_chat_model(MODEL, model_provider="openai", base_url=BASE_URL, api_key=KEY)
    assert other.invoke("hello there").text == ANSWER
    responses = ChatOpenAI(model=MODEL, base_url=BASE_URL, api_key=KEY, use_responses_api=True)
    assert responses.invoke("hello there").text == ANSWER


def check_litellm() -> None:
    import litellm

    settings = {"model": f"openai/{MODEL}", "api_base": BASE_URL, "api_key": KEY}
    messages = [{"role": "user", "content": "hello there"}]
    answer = litellm.completion(messages=messages, **settings)
    assert answer.choices[0].message.content == ANSWER
    chunks = litellm.completion(messages=messages, stream=True, **settings)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == ANSWER


def check_llama_index() -> None:
    from llama_index.core.llms import ChatMessage
    from llama_index.llms.openai_like import OpenAILike

    model = OpenAILike(model=MODEL, api_base=BASE_URL, api_key=KEY, is_chat_model=True)
    assert model.chat([ChatMessage(role="user", content="hello there")]).message.content == ANSWER
    last = None
    for last in model.stream_chat([ChatMessage(role="user", content="hello there")]):
        pass
    assert last is not None and last.message.content == ANSWER


def check_pydantic_ai() -> None:
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    agent = Agent(OpenAIChatModel(MODEL, provider=OpenAIProvider(base_url=BASE_URL, api_key=KEY)))
    first = agent.run_sync("hello there")
    assert first.output == ANSWER
    second = agent.run_sync("hello there", message_history=first.all_messages())
    assert second.output == ANSWER.replace("0", "2")


def check_open_webui() -> None:
    """Open WebUI lists the models, and sends chats as streams with fields of its own."""
    import httpx

    with httpx.Client(base_url=BASE_URL, headers={"Authorization": f"Bearer {KEY}"}, timeout=60) as client:
        models = client.get("/models").json()["data"]
        assert MODEL in [model["id"] for model in models]
        body = {
            "model": MODEL,
            "messages": [{"role": "user", "content": "hello there"}],
            "stream": True,
            "stream_options": {"include_usage": True},
            "metadata": {"chat_id": "1"},
        }
        with client.stream("POST", "/chat/completions", json=body) as response:
            lines = [line for line in response.iter_lines() if line.startswith("data: ")]
        assert lines[-1] == "data: [DONE]"


CHECKS: dict[str, Callable[[], None]] = {
    "openai": check_openai,
    "one_call": check_one_call,
    "langchain": check_langchain,
    "litellm": check_litellm,
    "llama_index": check_llama_index,
    "pydantic_ai": check_pydantic_ai,
    "open_webui": check_open_webui,
}

CHECKS[sys.argv[1]]()
