"""Services of other people, with the connectors of the agent's caller. No credential is ever here on Stoa."""

from __future__ import annotations

import os

from ._chat import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Longer than Stoa waits for a service; the run's own time limit is usually shorter.
_TIMEOUT_SECONDS = 630
# Set by Stoa on what it answers itself, never on what a service answers.
_REFUSED_HEADER = "x-stoa-error"
# What may be in a path as it is; a percent sign begins what is encoded already.
_PATH_CHARACTERS = "/%:@!$&'()*+,;=~-._"


class ConnectorError(Exception):
    """A service was not asked, or gave no usable answer.

    `status` is the HTTP status, or None where there was no response. `code` is Stoa's word for it where Stoa refused
    the call, such as "not_granted" or "quota_reached".
    """

    # Where agents know it from, also in tracebacks.
    __module__ = "stoa"

    def __init__(self, message: str, status: int | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Response:
    """What a service answered. Names of `headers` are in lower case."""

    # Where agents know it from.
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
        """Whether the status says that it worked."""
        return self.status < 400

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    def json(self) -> Any:
        """The answer as JSON. Raises ConnectorError where it is none."""
        import json

        try:
            return json.loads(self.content)
        except ValueError as error:
            raise ConnectorError(f"{self.service} did not answer with JSON.", self.status) from error

    def raise_for_status(self) -> Response:
        """Itself where it worked. Raises ConnectorError with the service's words where it did not."""
        if self.ok:
            return self
        words = error_text(self.content)
        raise ConnectorError(f"{self.service} answered {self.status}: {words}", self.status)


def not_set_up(name: str) -> str:
    """What to do on a machine of one's own, where there is no Stoa that knows the service."""
    prefix = _setting_prefix(name)
    return (
        f"No connector {name} is set up here. Set {prefix}_URL to the address of its API, such as"
        f" https://api.example.com, and {prefix}_HEADER to the header with your own credential, such as"
        ' "Authorization: Bearer ...".'
    )


def _setting_prefix(name: str) -> str:
    return "STOA_CONNECTOR_" + "".join(char if char.isalnum() else "_" for char in name.upper())


def _access(name: str) -> tuple[str, dict[str, str]]:
    """Where the service is reached, and the header with which. Raises ConnectorError."""
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
    """One service, by its name. The agent must declare that it uses it."""

    # Where agents know it from.
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
        """Calls the service and waits for its whole answer, whatever its status.

        `path` is what the service's own documentation says, such as "/chat.postMessage"; `json` or `data` is the body.
        Raises ConnectorError where Stoa refuses the call or the service cannot be reached.
        """
        import http.client
        import json as codec

        from ._http import open_connection

        base_url, own_headers = _access(self.name)
        # One request for each connection: its end is the connection's end.
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
            raise ConnectorError(f"{self.name} could not be reached: {error}") from error
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
        """`request` for async agents: several may wait at once."""
        import asyncio

        return await asyncio.to_thread(
            self.request, method, path, params=params, json=json, data=data, headers=headers
        )

    def get(self, path: str, params: Mapping[str, Any] | None = None) -> Response:
        """Reads. Raises ConnectorError."""
        return self.request("GET", path, params=params)

    def post(self, path: str, json: object = None, params: Mapping[str, Any] | None = None) -> Response:
        """Sends. Raises ConnectorError."""
        return self.request("POST", path, params=params, json=json)

    def put(self, path: str, json: object = None, params: Mapping[str, Any] | None = None) -> Response:
        """Changes. Raises ConnectorError."""
        return self.request("PUT", path, params=params, json=json)

    def patch(self, path: str, json: object = None, params: Mapping[str, Any] | None = None) -> Response:
        """Changes a part. Raises ConnectorError."""
        return self.request("PATCH", path, params=params, json=json)

    def delete(self, path: str, params: Mapping[str, Any] | None = None) -> Response:
        """Deletes. Raises ConnectorError."""
        return self.request("DELETE", path, params=params)


def connector(name: str) -> Connector:
    """A service by its name, such as "slack", with the connector of the agent's caller."""
    return Connector(name)
