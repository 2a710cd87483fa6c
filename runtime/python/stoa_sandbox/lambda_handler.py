"""Calls a handler that was written for AWS Lambda. It gets an event and a context, and may return an HTTP response."""

from __future__ import annotations

import json
from collections.abc import Callable

from .values import AnswerError

_FAILED = 400


class Context:
    """The attributes of AWS's context object that handlers use."""

    aws_request_id = "00000000-0000-0000-0000-000000000000"
    function_version = "$LATEST"
    memory_limit_in_mb = "512"

    def __init__(self, name: str) -> None:
        self.function_name = name
        self.log_stream_name = name

    def get_remaining_time_in_millis(self) -> int:
        return 60_000


def event_of(data: dict[str, object]) -> dict[str, object]:
    """Returns the event: the input, and the input as a request body for handlers behind an API gateway."""
    return {"body": json.dumps(data), "isBase64Encoded": False, **data}


def call_handler(function: Callable[..., object], name: str, data: dict[str, object]) -> object:
    return function(event_of(data), Context(name))


def answer_of_handler(result: object) -> object:
    """Returns the parsed body of an HTTP response, or any other result unchanged. Raises AnswerError if the response
    has an error status.
    """
    if not isinstance(result, dict) or "statusCode" not in result or "body" not in result:
        return result
    body = result["body"]
    if isinstance(body, str):
        try:
            body = json.loads(body)
        except ValueError:
            pass
    status = result["statusCode"]
    if isinstance(status, int) and status >= _FAILED:
        raise AnswerError(f"The agent returned status {status}: {body}")
    return body
