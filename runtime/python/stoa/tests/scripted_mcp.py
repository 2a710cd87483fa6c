"""Simulates MCP servers with a local HTTP server."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

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
        body = "id: 1\nretry: 10\ndata: \n\nevent: ping\ndata: now\n\n"
        body += f": hello\r\nevent: message\r\ndata: {other}\r\n\r\ndata: {answer[:20]}\ndata: {answer[20:]}\n\n"
        body = body.replace(f"{answer[:20]}\ndata: ", answer[:20])
        return self.replies(200, body.encode(), "text/event-stream", headers)

    def fails(self, status, message, code, text):
        error = {"code": code, "message": text}
        self.replies(status, json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode())

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def scripted_mcp():
    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    listening.mcp = Server(f"http://127.0.0.1:{listening.server_port}/mcp")
    threading.Thread(target=listening.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield listening.mcp
    finally:
        listening.shutdown()
        listening.server_close()
