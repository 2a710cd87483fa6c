"""Passes the tools of an MCP server to AutoGen with its real packages."""

import asyncio

import pytest
from scripted_mcp import SCHEMA, scripted_mcp

import stoa

core = pytest.importorskip("autogen_core", reason="needs the autogen environment")


def test_autogen_calls_the_tools_and_reads_their_errors():
    from autogen_core.tools import BaseTool

    async def call(tool, arguments):
        return tool.return_value_as_string(await tool.run_json(arguments, core.CancellationToken()))

    with scripted_mcp() as server:
        weather, fail = stoa.mcp(server.url).as_autogen("get_weather", "fail")
        assert isinstance(weather, BaseTool)
        assert (weather.name, weather.description) == ("get_weather", "Returns the weather")
        assert weather.schema["parameters"]["properties"] == SCHEMA["properties"]
        assert asyncio.run(call(weather, {"city": "Rome"})) == 'get_weather {"city": "Rome"}'
        assert asyncio.run(call(fail, {})) == "The tool fail failed: The disk is full"
