"""Passes the tools of an MCP server to LangChain with its real packages."""

import asyncio

import pytest
from scripted_mcp import SCHEMA, scripted_mcp

import stoa

pytest.importorskip("langchain_core", reason="needs the langchain environment")


def test_langchain_calls_the_tools_and_reads_their_errors():
    with scripted_mcp() as server:
        chosen = stoa.mcp(server.url).as_langchain("get_weather", "files/read.text", "fail")
        tools = {tool.name: tool for tool in chosen}
        assert list(tools) == ["get_weather", "files_read_text", "fail"]
        weather = tools["get_weather"]
        assert weather.description == "Returns the weather"
        assert weather.invoke({"city": "Rome"}) == 'get_weather {"city": "Rome"}'
        assert asyncio.run(weather.ainvoke({"city": "Bern"})) == 'get_weather {"city": "Bern"}'
        assert tools["fail"].invoke({}) == "The tool fail failed: The disk is full"
        call = {"type": "tool_call", "id": "1", "name": "get_weather", "args": {"city": "Rome"}}
        assert weather.invoke(call).content == 'get_weather {"city": "Rome"}'

        from langchain_core.utils.function_calling import convert_to_openai_tool

        # Agents read the annotations of their tools.
        from langgraph.prebuilt import ToolNode

        assert list(ToolNode(list(tools.values())).tools_by_name) == list(tools)

        offered = convert_to_openai_tool(weather)["function"]
        assert offered["parameters"]["properties"] == SCHEMA["properties"]
