"""Tests the client for MCP servers with local HTTP servers. The official server is tested with a run on Stoa
(server/src/modules/network/mcp-servers.test.ts).
"""

import asyncio
import contextlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import stoa

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
PAGES = [
    [{"name": "get_weather", "description": "Returns the weather", "inputSchema": SCHEMA}],
    [{"name": "files/read.text", "inputSchema": {"type": "object"}}, {"name": "files_read_text"}, {"name": "fail"}],
]


class Server:
    """An MCP server whose answers a test can replace. `sent` are the requests: path, headers and message."""

    def __init__(self, url):
        self.url = url
        self.sent = []
        self.answer = self.speak
        self.events = False
        self.sessions = {}
        self.modern_only = False

    def speak(self, handler, message, headers):
        method, params = message["method"], message.get("params", {})
        is_modern = "_meta" in params
        if self.modern_only and not is_modern:
            return handler.fails(400, message, -32022, "Unsupported protocol version")
        if method == "initialize":
            session = f"s{len(self.sessions)}"
            self.sessions[session] = True
            result = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {}}
            return handler.answers(message, result, {"Mcp-Session-Id": session})
        if not is_modern and headers.get("Mcp-Session-Id") not in self.sessions:
            return handler.replies(404, b"Session not found", "text/plain")
        if "id" not in message:
            return handler.replies(202, b"")
        if method == "tools/list":
            page = int(params.get("cursor", 0))
            more = {"nextCursor": str(page + 1)} if page + 1 < len(PAGES) else {}
            return handler.answers(message, {"tools": PAGES[page], **more})
        name, arguments = params["name"], params["arguments"]
        if name == "nothing":
            return handler.fails(200, message, -32602, "Unknown tool: nothing")
        text = "The disk is full" if name == "fail" else f"{name} {json.dumps(arguments)}"
        handler.answers(message, {"content": [{"type": "text", "text": text}], "isError": name == "fail"})


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        server = self.server.mcp
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        server.sent.append((self.path, dict(self.headers), message))
        with contextlib.suppress(OSError):
            server.answer(self, message, self.headers)

    def replies(self, status, body, kind="application/json", headers=()):
        self.send_response(status)
        for name, value in {"Content-Type": kind, **dict(headers)}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answers(self, message, result, headers=()):
        answer = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result})
        if not self.server.mcp.events:
            return self.replies(200, answer.encode(), headers=headers)
        # Other messages and comments may precede the answer.
        other = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
        body = f": hello\r\nevent: message\r\ndata: {other}\r\n\r\ndata: {answer[:20]}\ndata: {answer[20:]}\n\n"
        body = body.replace(f"{answer[:20]}\ndata: ", answer[:20])
        return self.replies(200, body.encode(), "text/event-stream", headers)

    def fails(self, status, message, code, text):
        error = {"code": code, "message": text}
        self.replies(status, json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode())

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server():
    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    listening.mcp = Server(f"http://127.0.0.1:{listening.server_port}/mcp")
    threading.Thread(target=listening.serve_forever, args=(0.01,), daemon=True).start()
    yield listening.mcp
    listening.shutdown()
    listening.server_close()


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
    return lambda handler, *_: handler.replies(status, body, kind, {key.replace("_", "-"): value for key, value in headers.items()})


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
        (plain(307, b"", location="https://evil.example/mcp?leak=1"), r"it redirects to https://evil\.example/mcp\. Use"),
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
