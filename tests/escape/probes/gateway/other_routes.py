"""Tries to reach anything besides models through the gateway: the product's API, other hosts, smuggled requests."""

_TARGETS = [
    "GET /api/v1/users/me", "GET /api/health", "GET /api/v1/agents/", "GET /metrics", "GET /", "GET /v1/../api/health",
    "GET http://127.0.0.1/api/health", "CONNECT 127.0.0.1:5432", "GET //api/health", "POST /api/v1/execute/run",
]


def probe(given):
    token = os.environ["OPENAI_API_KEY"]
    body = b'{"model":"stoa-basic","messages":[{"role":"user","content":"hello"}]}'
    attempt("models", lambda: _ask("POST /v1/chat/completions", token, body))
    for target in _TARGETS:
        attempt(target, lambda: _ask(target, token, b""))
    hidden = b"0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n\r\n"
    attempt("hidden request", lambda: _ask("POST /v1/nothing", token, hidden, b"Transfer-Encoding: chunked\r\n"))


def _ask(target, token, body, more=b""):
    with socket.create_connection(("127.0.0.1", 8741), 5) as client:
        client.sendall(
            f"{target} HTTP/1.1\r\nHost: stoa\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n".encode()
            + b"Content-Type: application/json\r\n" + more + b"Content-Length: %d\r\n\r\n" % len(body) + body
        )
        answer = b""
        while part := client.recv(65536):
            answer += part
    if not answer.startswith(b"HTTP/1.1 2"):
        raise ValueError(answer[:40].decode("latin1"))
