"""The errors that this package raises."""

from __future__ import annotations

import json
import time
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, cast

from .api_types import AgentConnector, ErrorCode, ProblemErrorsItem, UploadCheck


class StoaError(Exception):
    """The base class of every error that this package raises."""


class StoaConnectionError(StoaError):
    """There was no response: the server is unreachable, or the connection broke."""


class StoaTimeoutError(StoaConnectionError):
    """There was no response in time."""


class ApiError(StoaError):
    """An error response from the server."""

    status: int
    code: ErrorCode | str
    """A stable code to branch on. It is `unknown` if a proxy responded instead of the server."""
    detail: str
    """A description for people."""
    request_id: str | None
    """The ID to give to the operator when you ask for help."""
    fields: list[ProblemErrorsItem]
    """The invalid fields, each with the reason."""
    checks: list[UploadCheck]
    """All checks of a rejected upload; empty for other errors."""
    needs: list[AgentConnector]
    """The access that you must allow the agent before it can run, if `code` is `grant_needed`."""
    retry_after: float | None
    """The number of seconds to wait before retrying."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code = problem.get("error", "unknown")
        self.detail = problem.get("detail", f"The server returned {status}")
        self.request_id = problem.get("request_id")
        self.fields = problem.get("errors", [])
        self.checks = problem.get("checks", [])
        self.needs = problem.get("needs", [])
        self.retry_after = retry_after
        request = "" if self.request_id is None else f" (request {self.request_id})"
        super().__init__(self.detail + request)


class InvalidRequestError(ApiError):
    """400 and 422: the request is invalid. `fields` lists the reasons."""


class AuthenticationError(ApiError):
    """401: the key is missing or invalid."""


class InsufficientCreditsError(ApiError):
    """402: your balance or a spending limit is too low. Nothing was started."""


class ForbiddenError(ApiError):
    """403: you are not allowed to do this."""


class NotFoundError(ApiError):
    """404: the object does not exist, or it belongs to another account."""


class ConflictError(ApiError):
    """409: the request conflicts with the current state."""


class TooLargeError(ApiError):
    """413: the request is too large."""


class RateLimitError(ApiError):
    """429: too many requests. `retry_after` says how long to wait."""


class UnavailableError(ApiError):
    """503: the server is full, or a service that it needs is unavailable."""


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
    """Parses an error response, including one from a proxy."""
    try:
        read: object = json.loads(body)
    except ValueError:
        read = None
    problem = cast("dict[str, Any]", read) if isinstance(read, dict) else {}
    return _BY_STATUS.get(status, ApiError)(status, problem, _seconds(retry_after))


def _seconds(retry_after: str | None) -> float | None:
    """Returns the seconds of `Retry-After`, which is a number of seconds or a date (RFC 9110)."""
    if retry_after is None:
        return None
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return None
