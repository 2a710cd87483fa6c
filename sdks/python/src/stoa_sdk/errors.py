"""What this package raises."""

from __future__ import annotations

import json
import time
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, cast

from .api_types import AgentConnector, ErrorCode, ProblemErrorsItem, UploadCheck


class StoaError(Exception):
    """Everything that this package raises by itself."""


class StoaConnectionError(StoaError):
    """There is no answer: the server cannot be reached, or the connection broke."""


class StoaTimeoutError(StoaConnectionError):
    """There is no answer in time."""


class ApiError(StoaError):
    """The server says no."""

    status: int
    code: ErrorCode | str
    """Stable, to branch on; `unknown` where something between answered for the server."""
    detail: str
    """For people."""
    request_id: str | None
    """What to name when you ask the operator about it."""
    fields: list[ProblemErrorsItem]
    """The fields that are wrong, each with the reason."""
    checks: list[UploadCheck]
    """Of a refused upload: every check."""
    needs: list[AgentConnector]
    """Of `grant_needed`: what you must allow the agent before it can run."""
    retry_after: float | None
    """Seconds after which asking again makes sense."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code = problem.get("error", "unknown")
        self.detail = problem.get("detail", f"The server answered {status}")
        self.request_id = problem.get("request_id")
        self.fields = problem.get("errors", [])
        self.checks = problem.get("checks", [])
        self.needs = problem.get("needs", [])
        self.retry_after = retry_after
        request = "" if self.request_id is None else f" (request {self.request_id})"
        super().__init__(self.detail + request)


class InvalidRequestError(ApiError):
    """400 and 422: the request is wrong; `fields` says where."""


class AuthenticationError(ApiError):
    """401: there is no key, or it is not good."""


class InsufficientCreditsError(ApiError):
    """402: the balance or a limit of yours does not allow it. Nothing was started."""


class ForbiddenError(ApiError):
    """403: not allowed."""


class NotFoundError(ApiError):
    """404: not there, or somebody else's."""


class ConflictError(ApiError):
    """409: it conflicts with what is there."""


class TooLargeError(ApiError):
    """413: the request is too large."""


class RateLimitError(ApiError):
    """429: you ask too often; `retry_after` says for how long to wait."""


class UnavailableError(ApiError):
    """503: the server is full, or what it needs for this is not there."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    413: TooLargeError,
    422: InvalidRequestError,
    429: RateLimitError,
    503: UnavailableError,
}


def api_error(status: int, body: bytes, retry_after: str | None) -> ApiError:
    """Reads the error of an answer, also of one that something between wrote."""
    try:
        read: object = json.loads(body)
    except ValueError:
        read = None
    problem = cast("dict[str, Any]", read) if isinstance(read, dict) else {}
    return _BY_STATUS.get(status, ApiError)(status, problem, _seconds(retry_after))


def _seconds(retry_after: str | None) -> float | None:
    """`Retry-After` is a number of seconds or a date (RFC 9110)."""
    if retry_after is None:
        return None
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return None
