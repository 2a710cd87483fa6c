"""Sends bodies, headers and pipelines far larger than any model call."""


def probe(given):
    head = b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + os.environ["OPENAI_API_KEY"].encode()
    parts = {
        "body": head + b"\r\nContent-Type: application/json\r\nContent-Length: 268435456\r\n\r\n",
        "chunks": head + b"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        "header": head + b"\r\nX-Long: ",
        "pipeline": b"",
    }
    fillings = {"body": b"[" * (1 << 20), "chunks": b"100000\r\n" + b"[" * (1 << 20) + b"\r\n", "header": b"x" * (1 << 20)}
    fillings["pipeline"] = b"GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n" * 10_000
    for name, start in parts.items():
        attempt(name, lambda: _send(start, fillings[name]))


def _send(start, filling):
    """Returns whether the request was refused, which means that the gateway stops reading or closes before 256 MiB."""
    with socket.create_connection(("127.0.0.1", 8741), 5) as client:
        client.settimeout(2)
        client.sendall(start)
        for _ in range(256):
            client.sendall(filling)
