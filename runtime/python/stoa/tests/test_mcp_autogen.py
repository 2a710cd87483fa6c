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


def test_an_autogen_agent_gives_the_result_to_its_model():
    from autogen_agentchat.agents import AssistantAgent
    from autogen_core.models import CreateResult, RequestUsage
    from autogen_ext.models.replay import ReplayChatCompletionClient

    call = core.FunctionCall(id="1", name="get_weather", arguments='{"city": "Rome"}')
    usage = RequestUsage(prompt_tokens=1, completion_tokens=1)
    calls = CreateResult(finish_reason="function_calls", content=[call], usage=usage, cached=False)
    model = ReplayChatCompletionClient([calls])
    model._model_info = {**model.model_info, "function_calling": True}
    with scripted_mcp() as server:
        agent = AssistantAgent("agent", model_client=model, tools=stoa.mcp(server.url).as_autogen("get_weather"))
        result = asyncio.run(agent.run(task="How is Rome?"))
    assert 'get_weather {"city": "Rome"}' in result.messages[-1].to_text()
