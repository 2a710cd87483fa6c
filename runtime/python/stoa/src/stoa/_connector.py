"""Calls external services with the connectors of the agent's caller. On Stoa, an agent never sees a credential."""

from __future__ import annotations

import os

from ._chat import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Longer than Stoa waits for a service, so that Stoa's error arrives first. The run's own time limit is usually shorter.
_TIMEOUT_SECONDS = 630
# Stoa sets this header on its own error responses, never on a service's.
_REFUSED_HEADER = "x-stoa-error"
# Characters that a path may contain unencoded. A percent sign begins an encoded character.
_PATH_CHARACTERS = "/%:@!$&'()*+,;=~-._"


class ConnectorError(Exception):
    """A service was not called, or returned no usable answer.

    `status` is the HTTP status, or None if there was no response. `code` is Stoa's error code if Stoa refused the
    call, such as "not_granted" or "quota_reached".
    """

    # Shows the public module name, including in tracebacks.
    __module__ = "stoa"

    def __init__(self, message: str, status: int | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Response:
    """The response of a service. The names of `headers` are in lower case."""

    # Shows the public module name.
    __module__ = "stoa"

    def __init__(self, service: str, status: int, headers: dict[str, str], content: bytes) -> None:
        self.service = service
        self.status = status
        self.headers = headers
        self.content = content

    def __repr__(self) -> str:
        return f"<stoa.Response {self.status} of {self.service}>"

    @property
    def ok(self) -> bool:
        """Returns whether the status is below 400."""
        return self.status < 400

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    def json(self) -> Any:
        """Returns the parsed JSON body. Raises ConnectorError if the body is not JSON."""
        import json

        try:
            return json.loads(self.content)
        except ValueError as error:
            raise ConnectorError(f"{self.service} did not return JSON. Use .text instead.", self.status) from error

    def raise_for_status(self) -> Response:
        """Returns itself if the call succeeded. Raises ConnectorError with the service's message if it failed."""
        if self.ok:
            return self
        words = error_text(self.content)
        raise ConnectorError(f"{self.service} returned {self.status}: {words}", self.status)


def not_set_up(name: str) -> str:
    """Returns the instructions for a developer's own machine, where no Stoa server provides the service."""
    prefix = _setting_prefix(name)
    return (
        f"Connector {name} is not configured. Set {prefix}_URL to the URL of its API, such as"
        f" https://api.example.com, and {prefix}_HEADER to the header with your own credential, such as"
        ' "Authorization: Bearer ...".'
    )


def _setting_prefix(name: str) -> str:
    return "STOA_CONNECTOR_" + "".join(char if char.isalnum() else "_" for char in name.upper())


def access(name: str) -> tuple[str, dict[str, str]]:
    """Returns the URL of the service, and the authorization header. Raises ConnectorError if it is not configured."""
    base_url = os.environ.get("STOA_CONNECTORS_URL")
    if base_url:
        token = os.environ.get("STOA_CONNECTORS_TOKEN", "")
        return f"{base_url.rstrip('/')}/{name}", {"Authorization": f"Bearer {token}"}
    prefix = _setting_prefix(name)
    own_url, header = os.environ.get(f"{prefix}_URL"), os.environ.get(f"{prefix}_HEADER", "")
    if not own_url:
        raise ConnectorError(not_set_up(name))
    field, colon, value = header.partition(":")
    return own_url.rstrip("/"), {field.strip(): value.strip()} if colon else {}


def _target(path: str, params: Mapping[str, Any] | None) -> str:
    from urllib.parse import quote, urlencode

    path, question, query = path.partition("?")
    given = urlencode({key: value for key, value in (params or {}).items() if value is not None}, doseq=True)
    both = "&".join(part for part in (query if question else "", given) if part)
    return "/" + quote(path.removeprefix("/"), safe=_PATH_CHARACTERS) + (f"?{both}" if both else "")


class Connector:
    """A service that the agent declares."""

    # Shows the public module name.
    __module__ = "stoa"

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"stoa.connector({self.name!r})"

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        json: object = None,
        data: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Calls the service and returns its complete response, regardless of its status.

        `path` is the path from the service's documentation, such as "/chat.postMessage". `json` or `data` is the body.
        Raises ConnectorError if Stoa refuses the call or the service cannot be reached.
        """
        import http.client
        import json as codec

        from ._http import open_connection

        base_url, own_headers = access(self.name)
        # Each request uses its own connection, so the answer ends when the connection is closed.
        sent = {"Accept": "application/json", "Connection": "close", **(headers or {})}
        body = data.encode() if isinstance(data, str) else data
        if json is not None:
            body = codec.dumps(json).encode()
            sent["Content-Type"] = "application/json"
        connection, base_path = open_connection(base_url, _TIMEOUT_SECONDS)
        try:
            connection.request(
                method.upper(), base_path + _target(path, params), body, {**sent, **own_headers}
            )
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise ConnectorError(f"Could not reach {self.name}: {error}") from error
        finally:
            connection.close()
        code = answer.headers.get(_REFUSED_HEADER)
        if code is not None:
            raise ConnectorError(error_text(content), answer.status, code)
        named = {name.lower(): value for name, value in answer.headers.items()}
        return Response(self.name, answer.status, named, content)

    async def arequest(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        json: object = None,
        data: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Calls the service, like `request`, for async agents, which can wait for several calls at the same time."""
        import asyncio

        return await asyncio.to_thread(
            self.request, method, path, params=params, json=json, data=data, headers=headers
        )

    def get(self, path: str, params: Mapping[str, Any] | None = None) -> Response:
        """Sends a GET request. Raises ConnectorError."""
        return self.request("GET", path, params=params)

    def post(self, path: str, json: object = None, params: Mapping[str, Any] | None = None) -> Response:
        """Sends a POST request. Raises ConnectorError."""
        return self.request("POST", path, params=params, json=json)

    def put(self, path: str, json: object = None, params: Mapping[str, Any] | None = None) -> Response:
        """Sends a PUT request. Raises ConnectorError."""
        return self.request("PUT", path, params=params, json=json)

    def patch(self, path: str, json: object = None, params: Mapping[str, Any] | None = None) -> Response:
        """Sends a PATCH request. Raises ConnectorError."""
        return self.request("PATCH", path, params=params, json=json)

    def delete(self, path: str, params: Mapping[str, Any] | None = None) -> Response:
        """Sends a DELETE request. Raises ConnectorError."""
        return self.request("DELETE", path, params=params)


def connector(name: str) -> Connector:
    """Returns a service by its name, such as "slack". Its calls use the connector of the agent's caller."""
    return Connector(name)
