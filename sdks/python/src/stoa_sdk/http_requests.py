"""What both clients make of calls, answers and failures of httpx."""

from __future__ import annotations

from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Generator, TypedDict

import httpx

from .calls import Call
from .errors import ApiError, StoaConnectionError, StoaError, StoaTimeoutError, api_error
from .settings import Settings


class ClientOptions(TypedDict):
    """How an httpx client is made."""

    base_url: str
    headers: dict[str, str]
    follow_redirects: bool


def client_options(settings: Settings) -> ClientOptions:
    """The key goes as a bearer: httpx masks that header wherever it prints one, and X-API-Key it does not."""
    return {
        "base_url": f"{settings.base_url}/api/v1/sdk",
        "headers": {
            "accept": "application/json",
            "authorization": f"Bearer {settings.api_key}",
            "user-agent": f"stoa-sdk-python/{_version()}",
        },
        # A repeated POST would arrive as a GET.
        "follow_redirects": False,
    }


def request_of(call: Call, timeout: float) -> dict[str, Any]:
    """The arguments of `build_request` of both kinds of httpx client."""
    return {
        "method": call.method,
        "url": call.path,
        "params": dict(call.query),
        "json": call.json,
        "data": call.fields,
        "files": None if call.file is None else {"file": call.file},
        "headers": dict(call.headers),
        "timeout": timeout,
    }


def error_of(response: httpx.Response) -> ApiError:
    """The error that an answer is, once it has been read."""
    return api_error(response.status_code, response.content, response.headers.get("retry-after"))


def json_of(response: httpx.Response) -> Any:
    """The value that an answer holds."""
    try:
        return response.json()
    except ValueError as error:
        raise StoaError("The answer is not of a Stoa server: is its address right?") from error


def require_events(response: httpx.Response) -> None:
    """Raises StoaError for an answer that is no stream."""
    if not response.headers.get("content-type", "").startswith("text/event-stream"):
        raise StoaError("The answer is not of a Stoa server: is its address right?")


@contextmanager
def own_errors() -> Generator[None, None, None]:
    """Says in this package's errors what httpx says in its own."""
    try:
        yield
    except httpx.TimeoutException as error:
        raise StoaTimeoutError("The server did not answer in time") from error
    except httpx.TransportError as error:
        raise StoaConnectionError("The server cannot be reached, or the connection broke") from error


def _version() -> str:
    try:
        return version("stoa-sdk")
    except PackageNotFoundError:
        return "source"
