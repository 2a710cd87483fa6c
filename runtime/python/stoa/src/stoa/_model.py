"""Models, through an OpenAI-compatible address. Stoa meters each call and charges the run for it."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPResponse
    from typing import Any, overload

    Messages = list[dict[str, Any]]

_DEFAULT_BASE_URL = "https://api.openai.com/v1"
# A long answer of a slow model; the run's own time limit is usually shorter.
_TIMEOUT_SECONDS = 600
_LONGEST_ERROR_BYTES = 64 << 10


class ModelError(Exception):
    """The model gave no usable answer. `status` is the HTTP status, or None where there was no response."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


def _error_text(body: bytes) -> str:
    """The message in an OpenAI error or a problem document, else the beginning of the body."""
    import json

    try:
        fields = json.loads(body)
    except ValueError:
        fields = None
    if isinstance(fields, dict):
        error = fields.get("error")
        if isinstance(error, dict) and error.get("message"):
            return str(error["message"])
        if fields.get("detail"):
            return str(fields["detail"])
    return body[:200].decode("utf-8", "replace").strip() or "no explanation"


def _post(path: str, fields: dict[str, Any]) -> HTTPResponse:
    """Raises ModelError on any status but 200, and where nobody answers."""
    import http.client
    import json
    from urllib.parse import urlsplit

    url = urlsplit(os.environ.get("OPENAI_BASE_URL") or _DEFAULT_BASE_URL)
    secure = url.scheme == "https"
    connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = connect(url.hostname or "", url.port, timeout=_TIMEOUT_SECONDS)
    headers = {
        "Content-Type": "application/json",
        "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', '')}",
        # One request for each connection: its end is the connection's end.
        "Connection": "close",
    }
    try:
        connection.request("POST", url.path.rstrip("/") + path, json.dumps(fields), headers)
        response = connection.getresponse()
        if response.status != 200:
            body = response.read(_LONGEST_ERROR_BYTES)
            raise ModelError(f"The model call failed: {_error_text(body)}", response.status)
    except (OSError, http.client.HTTPException) as error:
        connection.close()
        raise ModelError(f"The model could not be reached: {error}") from error
    except ModelError:
        connection.close()
        raise
    return response


def _delta(line: bytes) -> str | None:
    """The text in one line of an event stream; None at its end."""
    import json

    if not line.startswith(b"data:"):
        return ""
    data = line[5:].strip()
    if data == b"[DONE]":
        return None
    try:
        chunk = json.loads(data)
        if chunk.get("error"):
            raise ModelError(f"The model call failed: {_error_text(data)}")
        choices = chunk.get("choices") or [{}]
        return choices[0].get("delta", {}).get("content") or ""
    except (ValueError, AttributeError, LookupError, TypeError) as error:
        raise ModelError("The model's stream could not be read.") from error


class Model:
    """One model, by name. `default` is whatever the operator of this Stoa chose."""

    def __init__(self, name: str = "default") -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"stoa.model({self.name!r})"

    def _request(
        self, prompt: str | Messages, max_tokens: int | None, extra: dict[str, Any]
    ) -> dict[str, Any]:
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
        limit = {} if max_tokens is None else {"max_tokens": max_tokens}
        return {"model": self.name, "messages": messages, **limit, **extra}

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
        """Asks the model and waits for its whole answer.

        `prompt` is a text, or a list of messages with `role` and `content`. With `schema`, a JSON Schema of an object,
        the answer is that object. Raises ModelError.
        """
        import json

        extra: dict[str, Any] = {}
        if schema is not None:
            named = {"name": "answer", "schema": schema, "strict": True}
            extra["response_format"] = {"type": "json_schema", "json_schema": named}
        with _post("/chat/completions", self._request(prompt, max_tokens, extra)) as response:
            try:
                content = json.loads(response.read())["choices"][0]["message"]["content"]
            except (OSError, ValueError, LookupError, TypeError) as error:
                raise ModelError("The model's answer could not be read.") from error
        if schema is None:
            return str(content or "")
        try:
            answer = json.loads(content)
        except (ValueError, TypeError) as error:
            raise ModelError("The model's answer is not the JSON that was asked for.") from error
        if not isinstance(answer, dict):
            raise ModelError("The model's answer is not a JSON object.")
        return answer

    def stream(self, prompt: str | Messages, max_tokens: int | None = None) -> Iterator[str]:
        """Yields the answer in pieces, as the model writes it. Raises ModelError."""
        with _post("/chat/completions", self._request(prompt, max_tokens, {"stream": True})) as response:
            try:
                for line in response:
                    text = _delta(line)
                    if text is None:
                        return
                    if text:
                        yield text
            except OSError as error:
                raise ModelError(f"The model's stream broke off: {error}") from error


def model(name: str = "default") -> Model:
    """A model by its name; see the marketplace's list of models. `default` always exists."""
    return Model(name)
