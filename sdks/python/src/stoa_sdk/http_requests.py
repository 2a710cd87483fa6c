"""Converts calls, responses and errors for both httpx clients."""

from __future__ import annotations

from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Generator, TypedDict

import httpx

from .calls import Call
from .errors import ApiError, StoaConnectionError, StoaError, StoaTimeoutError, api_error
from .settings import Settings


class ClientOptions(TypedDict):
    """The arguments for creating an httpx client."""

    base_url: str
    headers: dict[str, str]
    follow_redirects: bool


def client_options(settings: Settings) -> ClientOptions:
    """Returns the arguments for an httpx client. Uses a bearer token, because httpx masks the Authorization header in
    its output but not X-API-Key."""
    return {
        "base_url": f"{settings.base_url}/api/v1",
        "headers": {
            "accept": "application/json",
            "authorization": f"Bearer {settings.api_key}",
            "user-agent": f"stoa-sdk-python/{_version()}",
        },
        # After a redirect, a POST would arrive as a GET.
        "follow_redirects": False,
    }


def request_of(call: Call, timeout: float) -> dict[str, Any]:
    """Returns the arguments of `build_request`, which are the same for both kinds of httpx client."""
    return {
        "method": call.method,
        "url": call.path,
        "params": dict(call.query),
        "json": call.json,
        "data": call.fields,
        "content": call.content,
        "files": None if call.file is None else {"file": call.file},
        "headers": dict(call.headers),
        "timeout": timeout,
    }


def error_of(response: httpx.Response) -> ApiError:
    """Returns the error for an error response whose body has been read."""
    return api_error(response.status_code, response.content, response.headers.get("retry-after"))


def json_of(response: httpx.Response) -> Any:
    """Returns the JSON value of a response. Raises StoaError if the response is not JSON."""
    try:
        return response.json()
    except ValueError as error:
        raise StoaError("The response is not from a Stoa server. Check the server's URL.") from error


def require_events(response: httpx.Response) -> None:
    """Raises StoaError if a response is not an event stream."""
    if not response.headers.get("content-type", "").startswith("text/event-stream"):
        raise StoaError("The response is not from a Stoa server. Check the server's URL.")


@contextmanager
def own_errors() -> Generator[None, None, None]:
    """Converts httpx errors to this package's errors."""
    try:
        yield
    except httpx.TimeoutException as error:
        raise StoaTimeoutError("The server did not respond in time. Try again, or set a longer timeout.") from error
    except httpx.TransportError as error:
        raise StoaConnectionError(
            "Could not reach the server, or the connection was lost. Check the server's URL and try again."
        ) from error


def _version() -> str:
    try:
        return version("stoa-sdk")
    except PackageNotFoundError:
        return "source"
