"""Calls a handler that was written for AWS Lambda: an event and a context go in, an HTTP answer may come out."""

from __future__ import annotations

import json
from collections.abc import Callable

from .values import AnswerError

_FAILED = 400


class Context:
    """What handlers read of AWS's context object."""

    aws_request_id = "00000000-0000-0000-0000-000000000000"
    function_version = "$LATEST"
    memory_limit_in_mb = "512"

    def __init__(self, name: str) -> None:
        self.function_name = name
        self.log_stream_name = name

    def get_remaining_time_in_millis(self) -> int:
        return 60_000


def event_of(data: dict[str, object]) -> dict[str, object]:
    """The input as the event, and as the body of a request for handlers behind a gateway."""
    return {"body": json.dumps(data), "isBase64Encoded": False, **data}


def call_handler(function: Callable[..., object], name: str, data: dict[str, object]) -> object:
    return function(event_of(data), Context(name))


def answer_of_handler(result: object) -> object:
    """The body of an HTTP answer, its JSON read; any other result as it is. Raises AnswerError for a status of failure."""
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
        raise AnswerError(f"The agent answered with status {status}: {body}")
    return body
