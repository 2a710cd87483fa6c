"""The error of an MCP server."""

from __future__ import annotations


class McpError(Exception):
    """An MCP server could not be used, or one of its tools failed.

    `status` is the HTTP status, or None if there was no response. `code` is Stoa's error code if Stoa refused the
    request, such as "not_granted", or "tool_failed" if the tool itself reported an error.
    """

    # Shows the public module name, including in tracebacks.
    __module__ = "stoa"

    def __init__(self, message: str, status: int | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
