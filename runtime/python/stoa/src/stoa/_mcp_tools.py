"""Passes the tools of MCP servers to the agent frameworks in which a file calls models."""

from __future__ import annotations

import re
from collections.abc import Mapping
# Frameworks read the annotations of tools, so the names must exist when the agent runs.
from typing import Any

from ._mcp_error import McpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._mcp import McpTool

# The length of names and descriptions that OpenAI's API accepts.
_LONGEST_NAME = 64
_LONGEST_DESCRIPTION = 1_024
_NOT_IN_NAMES = re.compile("[^a-zA-Z0-9_-]+")


def model_name(name: str) -> str:
    """Returns a name that models accept. Names of servers can contain periods and slashes."""
    return _NOT_IN_NAMES.sub("_", name.strip())[:_LONGEST_NAME] or "tool"


def name_tools(tools: list[McpTool]) -> dict[str, McpTool]:
    """Returns the tools by names that models accept, each different. A tool keeps its name if models accept it."""
    kept = {tool.name for tool in tools if tool.name == model_name(tool.name)}
    named: dict[str, McpTool] = {}
    for tool in tools:
        name, number = model_name(tool.name), 1
        unique = name
        while unique in named or unique in kept - {tool.name}:
            number += 1
            unique = f"{name[: _LONGEST_NAME - len(f'_{number}')]}_{number}"
        named[unique] = tool
    return named


def to_openai(tool: McpTool, name: str) -> dict[str, Any]:
    """Returns a tool as OpenAI's chat completions describe it."""
    description = tool.description[:_LONGEST_DESCRIPTION]
    function = {"name": name, "description": description, "parameters": _with_properties(tool.input_schema)}
    return {"type": "function", "function": function}


def _with_properties(schema: dict[str, Any]) -> dict[str, Any]:
    """Returns a schema with properties, which providers require."""
    return schema if isinstance(schema.get("properties"), dict) else {**schema, "type": "object", "properties": {}}


def to_langchain(tool: McpTool, name: str) -> Any:
    """Returns a LangChain tool."""
    from langchain_core.tools import StructuredTool, ToolException

    def call(**arguments: Any) -> str:
        try:
            return tool(**arguments)
        except McpError as error:
            raise ToolException(str(error)) from error

    return StructuredTool.from_function(
        func=call,
        name=name,
        description=tool.description[:_LONGEST_DESCRIPTION] or tool.name,
        args_schema=_with_properties(tool.input_schema),
        handle_tool_error=True,
    )


def to_autogen(tool: McpTool, name: str) -> Any:
    """Returns an AutoGen tool."""
    import asyncio

    from autogen_core.tools import BaseTool
    from pydantic import BaseModel

    class Arguments(BaseModel, extra="allow"):
        """The server checks the arguments."""

    class Tool(BaseTool[Arguments, str]):
        @property
        def schema(self) -> Any:
            function = to_openai(tool, name)["function"]
            return {**function, "strict": False}

        async def run(self, args: Arguments, cancellation_token: Any) -> str:
            return await self.run_json(args.model_dump(), cancellation_token)

        async def run_json(self, args: Mapping[str, Any], cancellation_token: Any, call_id: str | None = None) -> Any:
            try:
                return await asyncio.to_thread(tool, **args)
            except McpError as error:
                return str(error)

    return Tool(Arguments, str, name, tool.description[:_LONGEST_DESCRIPTION] or tool.name)
