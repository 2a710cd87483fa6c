"""Calls models through an OpenAI-compatible API. Stoa meters each call and charges the run for it."""

from __future__ import annotations

import os

from ._chat import DEFAULT_BASE_URL, ModelError, answer_in, get, has_address, piece_in, post

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from typing import Any, overload

    Messages = list[dict[str, Any]]

_DEFAULT = "default"
# The default model on a laptop if STOA_DEFAULT_MODEL is not set: an inexpensive model of OpenAI's own API.
_OPENAI_DEFAULT = "gpt-4o-mini"
# The maximum number of characters of a report that the model reads. They cost a few cents at most.
_LONGEST_REPORT = 20_000
_NUMBER = r"\d+(?:[.,]\d+)*"


def provider_name(name: str, base_url: str | None) -> str:
    """Returns the name to send to the provider. `default` becomes STOA_DEFAULT_MODEL if that is set, or an inexpensive
    model on OpenAI's own API. Other servers, such as Stoa's gateway, resolve `default` themselves.
    """
    if name != _DEFAULT:
        return name
    chosen = os.environ.get("STOA_DEFAULT_MODEL")
    if chosen:
        return chosen
    return _OPENAI_DEFAULT if (base_url or DEFAULT_BASE_URL) == DEFAULT_BASE_URL else name


def _structured(content: str | None) -> dict[str, Any]:
    import json

    try:
        answer = json.loads(content or "")
    except ValueError as error:
        raise ModelError("The model did not return the requested JSON. Try again, or use another model.") from error
    if not isinstance(answer, dict):
        raise ModelError("The model did not return a JSON object. Try again, or use another model.")
    return answer


def _says_only(answer: str, source: str) -> bool:
    """Returns whether the source contains every number and URL of the answer."""
    import re

    facts = re.compile(rf"https?://[^\s)>]{{1,500}}|{_NUMBER}")
    return set(facts.findall(answer)) <= set(facts.findall(source))


class Model:
    """A model with a name. `default` is the model that the operator of this Stoa server chose."""

    def __init__(self, name: str = _DEFAULT) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"stoa.model({self.name!r})"

    def _request(
        self, prompt: str | Messages, max_tokens: int | None, extra: dict[str, Any]
    ) -> dict[str, Any]:
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
        limit = {} if max_tokens is None else {"max_tokens": max_tokens}
        name = provider_name(self.name, os.environ.get("OPENAI_BASE_URL"))
        return {"model": name, "messages": messages, **limit, **extra}

    if TYPE_CHECKING:

        @overload
        def complete(
            self, prompt: str | Messages, schema: None = None, max_tokens: int | None = None
        ) -> str: ...
        @overload
        def complete(
            self, prompt: str | Messages, schema: dict[str, Any], max_tokens: int | None = None
        ) -> dict[str, Any]: ...

    def complete(
        self,
        prompt: str | Messages,
        schema: dict[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> str | dict[str, Any]:
        """Sends a prompt to the model and waits for its complete answer.

        `prompt` is a string, or a list of messages with `role` and `content`. If `schema` is given, the JSON Schema of
        an object, returns such an object. Raises ModelError.
        """
        extra: dict[str, Any] = {}
        if schema is not None:
            named = {"name": "answer", "schema": schema, "strict": True}
            extra["response_format"] = {"type": "json_schema", "json_schema": named}
        with post("/chat/completions", self._request(prompt, max_tokens, extra)) as response:
            content = answer_in(response)
        return (content or "") if schema is None else _structured(content)

    def is_language_model(self) -> bool:
        """Returns whether a language model has this name. Costs nothing.

        Returns False if no model server is configured, and on a server without a provider, where `stoa-basic` answers
        by rules. Returns True if the server does not say.
        """
        import json
        from urllib.parse import quote

        if not has_address():
            return False
        name = provider_name(self.name, os.environ.get("OPENAI_BASE_URL"))
        try:
            with get(f"/models/{quote(name, safe='')}") as response:
                described = json.loads(response.read())
        except (ModelError, OSError, ValueError):
            # Other servers might not have this route. If there is a problem, the model call reports it.
            return True
        return described.get("is_language_model", True) is not False if isinstance(described, dict) else True

    def explain(self, report: str, task: str, max_tokens: int = 300) -> str:
        """Lets a language model comment on a report, and checks that the comment adds no number and no URL.

        Raises ModelError if there is no language model, if it fails, or if it adds a number or a URL.
        """
        if not self.is_language_model():
            raise ModelError("this server does not offer a language model")
        source = report[:_LONGEST_REPORT]
        prompt = (
            f"{task} Use only the report below: add no fact and no number that is not in it. Write plain sentences, "
            f"without headings or lists.\n\nReport:\n{source}"
        )
        answer = str(self.complete(prompt, max_tokens=max_tokens)).strip()
        if not answer:
            raise ModelError("the language model returned no output")
        if not _says_only(answer, source):
            raise ModelError("the language model added claims that are not in the report")
        return answer

    def stream(self, prompt: str | Messages, max_tokens: int | None = None) -> Iterator[str]:
        """Yields the answer in chunks, as the model writes it. Raises ModelError."""
        import http.client

        with post("/chat/completions", self._request(prompt, max_tokens, {"stream": True})) as response:
            try:
                for line in response:
                    text = piece_in(line)
                    if text is None:
                        return
                    if text:
                        yield text
            except (OSError, http.client.HTTPException) as error:
                raise ModelError(f"The model's stream was interrupted: {error}") from error

    if TYPE_CHECKING:

        @overload
        async def acomplete(
            self, prompt: str | Messages, schema: None = None, max_tokens: int | None = None
        ) -> str: ...
        @overload
        async def acomplete(
            self, prompt: str | Messages, schema: dict[str, Any], max_tokens: int | None = None
        ) -> dict[str, Any]: ...

    async def acomplete(
        self,
        prompt: str | Messages,
        schema: dict[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> str | dict[str, Any]:
        """Sends a prompt, like `complete`, for async agents, which can wait for several calls at the same time."""
        import asyncio

        if schema is None:
            return await asyncio.to_thread(self.complete, prompt, None, max_tokens)
        return await asyncio.to_thread(self.complete, prompt, schema, max_tokens)

    async def astream(self, prompt: str | Messages, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Yields the answer in chunks, like `stream`, for async agents."""
        import asyncio

        pieces = self.stream(prompt, max_tokens)
        while (piece := await asyncio.to_thread(next, pieces, None)) is not None:
            yield piece


def model(name: str = _DEFAULT) -> Model:
    """Returns a model by its name in the marketplace's list of models. `default` always exists."""
    return Model(name)
