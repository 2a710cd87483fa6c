"""Tests the client for MCP servers with local HTTP servers. The official server is tested with a run on Stoa
(server/src/modules/network/mcp-servers.test.ts).
"""

import asyncio
import time

import pytest
from scripted_mcp import SCHEMA, scripted_mcp

import stoa


@pytest.fixture
def server():
    with scripted_mcp() as server:
        yield server


@pytest.mark.parametrize("events", [False, True])
@pytest.mark.parametrize("modern_only", [False, True])
def test_lists_the_tools_of_all_pages_and_calls_one(server, events, modern_only):
    server.events, server.modern_only = events, modern_only
    tools = stoa.mcp(server.url)
    assert [tool.name for tool in tools.list_tools()] == ["get_weather", "files/read.text", "files_read_text", "fail"]
    assert tools.call_tool("get_weather", {"city": "Rome"}).text == 'get_weather {"city": "Rome"}'
    [weather, *_] = tools.list_tools()
    assert weather(city="Bern") == 'get_weather {"city": "Bern"}'
    assert weather.input_schema == SCHEMA
    version = "2026-07-28" if modern_only else "2025-06-18"
    assert {headers["MCP-Protocol-Version"] for _, headers, _ in server.sent[2:]} == {version}
    assert [message["method"] for _, _, message in server.sent].count("initialize") == 1


def test_starts_a_new_session_if_the_server_has_ended_it(server):
    tools = stoa.mcp(server.url)
    tools.call_tool("get_weather", {})
    server.sessions.clear()
    assert tools.call_tool("get_weather", {}).text == "get_weather {}"


def test_several_threads_share_one_session(server):
    tools = stoa.mcp(server.url)

    async def both():
        return await asyncio.gather(*(tools.acall_tool("get_weather", {"city": n}) for n in "abcd"))

    assert [result.text for result in asyncio.run(both())] == [f'get_weather {{"city": "{n}"}}' for n in "abcd"]
    assert len(server.sessions) == 1


def test_errors_of_tools_say_why(server):
    tools = stoa.mcp(server.url)
    with pytest.raises(stoa.McpError, match=r"^The tool fail failed: The disk is full$") as failed:
        tools.call_tool("fail")
    assert failed.value.code == "tool_failed"
    host = server.url.split("/")[2]
    with pytest.raises(stoa.McpError, match=f"^Could not use the MCP server {host}: Unknown tool: nothing$"):
        tools.call_tool("nothing")
    with pytest.raises(stoa.McpError, match="has no tool named other. It has: get_weather"):
        tools.as_openai("other")


def test_sends_a_token_headers_and_the_whole_path(server):
    stoa.mcp(f"{server.url}/?team=1", token="t0ken", headers={"X-Team": "a"}).list_tools()
    path, headers, _ = server.sent[-1]
    assert (path, headers["Authorization"], headers["X-Team"]) == ("/mcp/?team=1", "Bearer t0ken", "a")


def test_uses_the_callers_connector(server, monkeypatch):
    monkeypatch.setenv("STOA_CONNECTORS_URL", server.url.replace("/mcp", "/connectors"))
    monkeypatch.setenv("STOA_CONNECTORS_TOKEN", "rt_1")
    stoa.mcp("https://mcp.example.com/mcp/", connector="mcp.example.com").list_tools()
    path, headers, _ = server.sent[-1]
    assert (path, headers["Authorization"]) == ("/connectors/mcp.example.com/mcp/", "Bearer rt_1")
    server.answer = lambda handler, *_: handler.replies(
        403, b'{"error":"not_granted","detail":"Allow it first."}', headers={"x-stoa-error": "not_granted"}
    )
    with pytest.raises(stoa.McpError, match=r"mcp\.example\.com: Allow it first\.$") as refused:
        stoa.mcp("https://mcp.example.com/mcp", connector="mcp.example.com").list_tools()
    assert (refused.value.status, refused.value.code) == (403, "not_granted")


def test_a_connector_that_is_not_set_up_on_a_laptop_says_what_to_set(monkeypatch):
    monkeypatch.delenv("STOA_CONNECTORS_URL", raising=False)
    with pytest.raises(stoa.McpError, match="STOA_CONNECTOR_MCP_EXAMPLE_COM_URL"):
        stoa.mcp("https://mcp.example.com/mcp", connector="mcp.example.com").list_tools()


def test_openai_gets_tools_with_names_that_it_accepts(server):
    tools = stoa.mcp(server.url).as_openai()
    names = [tool["function"]["name"] for tool in tools]
    assert names == ["get_weather", "files_read_text_2", "files_read_text", "fail"]
    assert tools[0] == {
        "type": "function",
        "function": {"name": "get_weather", "description": "Returns the weather", "parameters": SCHEMA},
    }
    assert tools[2]["function"]["parameters"] == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("files_read_text_2", "files/read.text"),
        ("files/read.text", "files/read.text"),
        ("files_read_text", "files_read_text"),
    ],
)
def test_a_tool_is_called_by_the_name_that_the_model_or_the_server_knows(server, name, called):
    tools = stoa.mcp(server.url)
    tools.as_openai()
    assert tools.call_tool(name).text == f"{called} {{}}"


def test_the_server_is_contacted_only_when_it_is_used(server):
    stoa.mcp(server.url)
    assert server.sent == []


@pytest.mark.parametrize("url", ["", "mcp.example.com", "ftp://example.com", "https:///mcp"])
def test_a_url_that_is_not_complete_is_refused(url):
    with pytest.raises(ValueError, match="complete URL"):
        stoa.mcp(url)


def plain(status, body, kind="text/plain", **headers):
    return lambda handler, *_: handler.replies(status, body, kind, headers)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (plain(200, b"<html>", "text/html"), "it does not speak MCP: it answered with text/html. Check the URL"),
        (plain(200, b"hello", "application/json"), "it does not speak MCP: its answer is not JSON"),
        (plain(200, b"[" * 100_000, "application/json"), "it does not speak MCP: its answer is not JSON"),
        (plain(200, b'{"a": 1}', "application/json"), "its answer is not a message of the protocol"),
        (plain(401, b"no key"), r"it answered with HTTP 401: no key\. It needs a credential"),
        (plain(404, b"<html>"), r"it answered with HTTP 404\. Check the path of its URL, which usually ends with /mcp"),
        (plain(500, b'{"detail": "Out of order"}', "application/json"), "it answered with HTTP 500: Out of order"),
        (plain(302, b"", location="/other"), r"it redirects to http://127\.0\.0\.1:\d+/other\. Use that URL"),
        (plain(307, b"", location="https://evil.example/mcp?leak=1"), r"to https://evil\.example/mcp\. Use"),
        (plain(307, b"", location="/mcp"), "it redirects again and again"),
        (plain(200, b": nothing\n\n", "text/event-stream"), "it closed the connection without an answer"),
        (plain(200, b"x" * (5 << 20), "application/json"), "its response is larger than 4 MB"),
        (plain(200, b": " + b"x" * (5 << 20), "text/event-stream"), "its response is larger than 4 MB"),
        (lambda handler, *_: handler.fails(200, {"id": 1}, -1, "Busy"), ": Busy$"),
    ],
)
def test_servers_that_do_not_work_are_explained(server, answer, why):
    server.answer = answer
    with pytest.raises(stoa.McpError, match="^Could not use the MCP server 127.0.0.1.*" + why):
        stoa.mcp(server.url).list_tools()


def test_a_server_that_is_not_there_is_explained(server):
    url = server.url.replace(server.url.split(":")[2].split("/")[0], "9")
    with pytest.raises(stoa.McpError, match="it could not be reached"):
        stoa.mcp(url).list_tools()


def drips(handler, *_):
    """Sends an event stream that never ends, a byte at a time."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.end_headers()
    while True:
        handler.wfile.write(b":")
        handler.wfile.flush()
        time.sleep(0.01)


def test_an_endless_stream_ends_at_the_time_limit(server):
    server.answer = drips
    began = time.monotonic()
    with pytest.raises(stoa.McpError, match="it did not answer within 0.3 seconds"):
        stoa.mcp(server.url, timeout=0.3).list_tools()
    assert time.monotonic() - began < 3


def test_a_list_of_tools_without_an_end_is_refused(server):
    def answer(handler, message, headers):
        if message["method"] != "tools/list":
            return server.speak(handler, message, headers)
        handler.answers(message, {"tools": [{"name": "a"}], "nextCursor": str(len(server.sent))})

    server.answer = answer
    with pytest.raises(stoa.McpError, match="more than 20 pages"):
        stoa.mcp(server.url).list_tools()
