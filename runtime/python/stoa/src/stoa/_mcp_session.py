"""The session of an agent with an MCP server: agrees on a version of the protocol and sends requests."""

from __future__ import annotations

import itertools
import threading

from ._mcp_error import McpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The newest version with sessions, which servers answer with the version that they choose.
_VERSION = "2025-11-25"
_KNOWN_VERSIONS = (_VERSION, "2025-06-18", "2025-03-26", "2024-11-05")
# The version in which each message stands alone.
_MODERN_VERSION = "2026-07-28"
_META = "io.modelcontextprotocol/"
# Errors with which servers that know only _MODERN_VERSION answer `initialize`.
_OTHER_VERSION_CODES = (-32601, -32602, -32022, -32004)
_LONGEST_REASON = 1_000
_CLIENT = {"name": "stoa", "version": "1"}


class McpSession:
    """Sends requests to one server. It opens with the first request."""

    def __init__(self, url: str, headers: dict[str, str], connector: str | None, timeout: float) -> None:
        self._url = url
        self._headers = headers
        self._connector = connector
        self._timeout = timeout
        # Agents can call tools in several threads, of which one negotiates.
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._version: str | None = None
        self._session: str | None = None

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Sends a request and returns its result. Raises McpError with the end of a sentence that names the server, and
        ConnectorError if the connector is not set up.
        """
        self._negotiate()
        try:
            return _result_in(self._send(method, params))
        except McpError as error:
            if error.status != 404 or self._session is None:
                raise
        # The server has ended the session, so a new one begins.
        self._version = None
        self._negotiate()
        return _result_in(self._send(method, params))

    def _negotiate(self) -> None:
        """Agrees on a version of the protocol, unless that is done."""
        with self._lock:
            if self._version is not None:
                return
            self._session = None
            client = {"protocolVersion": _VERSION, "capabilities": {}, "clientInfo": _CLIENT}
            opened = self._send("initialize", client, opens=True)
            if _code_in(opened) in _OTHER_VERSION_CODES:
                self._version = _MODERN_VERSION
                return
            version = _result_in(opened).get("protocolVersion")
            if version not in _KNOWN_VERSIONS:
                raise McpError(f"it speaks version {str(version)[:40]!r} of the protocol, which is not supported")
            self._version = str(version)
            self._send("notifications/initialized", {}, notifies=True)

    def _access(self) -> tuple[str, dict[str, str]]:
        """Returns the URL to which messages are sent, and the headers of the caller's connector or of the agent."""
        if self._connector is None:
            return self._url, self._headers
        from urllib.parse import urlsplit

        from ._connector import access

        base_url, headers = access(self._connector)
        path, query = urlsplit(self._url).path or "/", urlsplit(self._url).query
        return f"{base_url}{path}" + (f"?{query}" if query else ""), {**self._headers, **headers}

    def _send(self, method: str, params: dict[str, Any], opens: bool = False, notifies: bool = False) -> dict[str, Any]:
        from ._mcp_stream import Deadline, send

        url, headers = self._access()
        sent = dict(headers)
        if self._version is not None:
            sent["MCP-Protocol-Version"] = self._version
        if self._session is not None and not opens:
            sent["Mcp-Session-Id"] = self._session
        if self._version == _MODERN_VERSION:
            sent["Mcp-Method"] = method
            if "name" in params:
                sent["Mcp-Name"] = _header_text(params["name"])
            meta = {"protocolVersion": _MODERN_VERSION, "clientInfo": _CLIENT, "clientCapabilities": {}}
            params = {**params, "_meta": {_META + key: value for key, value in meta.items()}}
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if not notifies:
            message["id"] = next(self._ids)
        answer = send(url, message, sent, Deadline(self._timeout))
        if opens:
            self._session = answer.session
        return answer.message or {}


def _code_in(answer: dict[str, Any]) -> object:
    """Returns the code of an error, or None if the answer is not an error."""
    error = answer.get("error")
    return error.get("code") if isinstance(error, dict) else None


def _result_in(answer: dict[str, Any]) -> dict[str, Any]:
    """Returns the result of a request. Raises McpError if the server answered with an error, or without a result."""
    error, result = answer.get("error"), answer.get("result")
    if isinstance(error, dict):
        raise McpError(str(error.get("message") or "it sent an error without a message")[:_LONGEST_REASON])
    if not isinstance(result, dict):
        raise McpError("its answer has no result")
    return result


def _header_text(text: str) -> str:
    """Returns text for a header: names with other characters than ASCII are encoded as the protocol says."""
    import base64

    if text.isascii() and text.isprintable() and text == text.strip():
        return text
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="
