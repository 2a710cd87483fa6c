"""Uses the tools of MCP servers. On Stoa, the server's host is declared, or reached with the caller's connector."""

from __future__ import annotations

from ._mcp_error import McpError
from ._mcp_session import McpSession

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# The time limit of the protocol's own packages.
_TIMEOUT_SECONDS = 60.0
# Most servers send one page. OpenAI's API accepts 128 tools.
_MOST_PAGES = 20
_MOST_TOOLS = 1_000


class McpTool:
    """A tool of an MCP server. `input_schema` is the JSON Schema of its arguments.

    Calling it calls the tool: `tool(city="Rome")` returns the text of the result.
    """

    # Shows the public module name.
    __module__ = "stoa"

    def __init__(self, server: McpServer, fields: dict[str, Any]) -> None:
        schema = fields.get("inputSchema")
        self.server = server
        self.name = str(fields["name"])
        self.description = str(fields.get("description") or "")
        self.input_schema: dict[str, Any] = schema if isinstance(schema, dict) else {"type": "object"}

    def __repr__(self) -> str:
        return f"<stoa.McpTool {self.name!r} of {self.server.host}>"

    def __call__(self, /, **arguments: Any) -> str:
        return self.server.call_tool(self.name, arguments).text


class McpResult:
    """The result of a tool. `text` is its text, `structured` its JSON if it has any, and `content` all of its parts."""

    # Shows the public module name.
    __module__ = "stoa"

    def __init__(self, fields: dict[str, Any]) -> None:
        content = fields.get("content")
        parts = content if isinstance(content, list) else []
        self.content: list[dict[str, Any]] = [part for part in parts if isinstance(part, dict)]
        self.structured: Any = fields.get("structuredContent")
        self.text = self._text()

    def __repr__(self) -> str:
        return f"<stoa.McpResult {self.text[:60]!r}>"

    def _text(self) -> str:
        import json

        found = [part.get("text", (part.get("resource") or {}).get("text")) for part in self.content]
        texts = [text for text in found if isinstance(text, str)]
        if not texts and self.structured is not None:
            return json.dumps(self.structured, ensure_ascii=False)
        return "\n".join(texts)


class McpServer:
    """An MCP server. It is contacted at the first call."""

    # Shows the public module name.
    __module__ = "stoa"

    def __init__(self, url: str, headers: Mapping[str, str] | None, connector: str | None, timeout: float) -> None:
        from urllib.parse import urlsplit

        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("url must be the complete URL of the server, such as https://mcp.example.com/mcp")
        self.host = parts.netloc.rpartition("@")[2]
        self._url = url
        self._session = McpSession(url, dict(headers or {}), connector, timeout)
        self._model_names: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"stoa.mcp({self._url!r})"

    def list_tools(self) -> list[McpTool]:
        """Returns the server's tools, of all pages. Raises McpError if the server cannot be used."""
        tools: list[McpTool] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = self._request("tools/list", {} if cursor is None else {"cursor": cursor})
            listed = page.get("tools")
            if not isinstance(listed, list):
                raise self._error("its list of tools is invalid")
            tools += [McpTool(self, each) for each in listed if isinstance(each, dict) and each.get("name")]
            cursor = page.get("nextCursor")
            if not cursor:
                return tools
            if len(tools) > _MOST_TOOLS:
                break
        raise self._error(f"its list of tools has more than {_MOST_PAGES} pages or {_MOST_TOOLS} tools")

    def call_tool(self, name: str, arguments: Mapping[str, Any] | None = None) -> McpResult:
        """Calls a tool by its name, or by the name that `as_openai` gave it for models.

        Raises McpError if the server cannot be used or the tool fails.
        """
        own_name = self._model_names.get(name, name)
        fields = self._request("tools/call", {"name": own_name, "arguments": dict(arguments or {})})
        result = McpResult(fields)
        if fields.get("isError"):
            raise McpError(f"The tool {name} failed: {result.text or 'it gave no reason.'}", code="tool_failed")
        return result

    async def acall_tool(self, name: str, arguments: Mapping[str, Any] | None = None) -> McpResult:
        """Calls a tool, like `call_tool`, for async agents, which can wait for several calls at the same time."""
        import asyncio

        return await asyncio.to_thread(self.call_tool, name, arguments)

    def as_langchain(self, *names: str) -> list[Any]:
        """Returns the tools, or the named ones, as LangChain tools. A tool that fails tells the model why."""
        from ._mcp_tools import to_langchain

        return [to_langchain(tool, name) for name, tool in self._chosen(names)]

    def as_autogen(self, *names: str) -> list[Any]:
        """Returns the tools, or the named ones, as AutoGen tools. A tool that fails tells the model why."""
        from ._mcp_tools import to_autogen

        return [to_autogen(tool, name) for name, tool in self._chosen(names)]

    def as_openai(self, *names: str) -> list[dict[str, Any]]:
        """Returns the tools, or the named ones, for `tools` of OpenAI's chat completions.

        Pass the name and the parsed arguments of a tool call to `call_tool`.
        """
        from ._mcp_tools import to_openai

        return [to_openai(tool, name) for name, tool in self._chosen(names)]

    def _chosen(self, names: tuple[str, ...]) -> list[tuple[str, McpTool]]:
        from ._mcp_tools import name_tools

        listed = self.list_tools()
        missing = [name for name in names if all(name != tool.name for tool in listed)]
        if missing:
            known = ", ".join(tool.name for tool in listed[:20]) or "none"
            raise self._error(f"it has no tool named {missing[0]}. It has: {known}")
        named = name_tools([tool for tool in listed if not names or tool.name in names])
        self._model_names.update({name: tool.name for name, tool in named.items()})
        return list(named.items())

    def _error(self, why: str, cause: McpError | None = None) -> McpError:
        status, code = (cause.status, cause.code) if cause else (None, None)
        return McpError(f"Could not use the MCP server {self.host}: {why}", status, code)

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        from ._connector import ConnectorError

        try:
            return self._session.request(method, params)
        except McpError as error:
            raise self._error(str(error), error) from error.__cause__
        except ConnectorError as error:
            raise McpError(str(error), error.status, error.code) from error


def mcp(
    url: str,
    *,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
    connector: str | None = None,
    timeout: float = _TIMEOUT_SECONDS,
) -> McpServer:
    """Returns an MCP server, which speaks streamable HTTP: `stoa.mcp("https://mcp.example.com/mcp")`.

    `token` is sent as a bearer token, and `headers` with each message: use your own key from Secrets. With `connector`,
    the host of the server, the credential is the caller's connector for it. `timeout` is in seconds, for each call.
    Raises ValueError if the URL is not complete.
    """
    own = {**({"Authorization": f"Bearer {token}"} if token is not None else {}), **(headers or {})}
    return McpServer(url, own, connector, timeout)
