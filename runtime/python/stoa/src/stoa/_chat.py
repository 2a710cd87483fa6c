"""Requests chat completions over HTTP, with only the standard library."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from http.client import HTTPResponse
    from typing import Any

DEFAULT_BASE_URL = "https://api.openai.com/v1"
# Enough for a long answer from a slow model. The run's own time limit is usually shorter.
_TIMEOUT_SECONDS = 600
_LONGEST_ERROR_BYTES = 64 << 10
NO_KEY = "No model key is set. Set OPENAI_API_KEY to your own key, or OPENAI_BASE_URL to a server that does not need one."


class ModelError(Exception):
    """The model returned no usable answer. `status` is the HTTP status, or None if there was no response."""

    # Shows the public module name, including in tracebacks.
    __module__ = "stoa"

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


def error_text(body: bytes) -> str:
    """Returns the message of an OpenAI error or a problem document, otherwise the beginning of the body."""
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


def has_address() -> bool:
    """Returns whether a model server is configured."""
    return bool(os.environ.get("OPENAI_BASE_URL") or os.environ.get("OPENAI_API_KEY"))


def get(path: str) -> HTTPResponse:
    """Sends a GET request. Raises ModelError if no key is set, the server is unreachable or the status is not 200."""
    return _send("GET", path, None)


def post(path: str, fields: dict[str, Any]) -> HTTPResponse:
    """Sends a POST request. Raises ModelError if no key is set, the server is unreachable or the status is not 200."""
    import json

    return _send("POST", path, json.dumps(fields))


def _send(method: str, path: str, body: str | None) -> HTTPResponse:
    import http.client

    from ._http import open_connection

    base_url, key = os.environ.get("OPENAI_BASE_URL"), os.environ.get("OPENAI_API_KEY")
    if not has_address():
        raise ModelError(NO_KEY)
    connection, base_path = open_connection(base_url or DEFAULT_BASE_URL, _TIMEOUT_SECONDS)
    headers = {
        "Content-Type": "application/json",
        # Each request uses its own connection, so the answer ends when the connection is closed.
        "Connection": "close",
    }
    if key:
        headers["Authorization"] = f"Bearer {key}"
    try:
        connection.request(method, base_path + path, body, headers)
        response = connection.getresponse()
        if response.status != 200:
            problem = response.read(_LONGEST_ERROR_BYTES)
            raise ModelError(f"The model call failed: {error_text(problem)}", response.status)
    except (OSError, http.client.HTTPException) as error:
        connection.close()
        raise ModelError(f"Could not reach the model: {error}") from error
    except ModelError:
        connection.close()
        raise
    return response


def answer_in(response: HTTPResponse) -> str | None:
    """Returns the text of a complete answer, or None if it has no text. Raises ModelError if the answer is invalid."""
    import http.client
    import json

    try:
        content = json.loads(response.read())["choices"][0]["message"]["content"]
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as error:
        raise ModelError("The model's response is invalid. Try again or use another model.") from error
    return None if content is None else str(content)


def piece_in(line: bytes) -> str | None:
    """Returns the text in one line of an event stream: "" if the line has no text, None at the end of the stream.
    Raises ModelError if the line reports an error or is invalid.
    """
    import json

    if not line.startswith(b"data:"):
        return ""
    data = line[5:].strip()
    if data == b"[DONE]":
        return None
    try:
        chunk = json.loads(data)
        if chunk.get("error"):
            raise ModelError(f"The model call failed: {error_text(data)}")
        choices = chunk.get("choices") or [{}]
        return choices[0].get("delta", {}).get("content") or ""
    except (ValueError, AttributeError, LookupError, TypeError) as error:
        raise ModelError("The model's stream is invalid. Try again or use another model.") from error
