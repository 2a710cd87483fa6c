"""Looks for the gateway sockets of other runs, and calls models through each socket with the token of another run."""


def probe(given):
    token = os.environ.get("OPENAI_API_KEY", "")
    attempt("own", lambda: _call("/run/gateway.sock", token))
    attempt("another run's token at the probe's own gateway", lambda: _call("/run/gateway.sock", given["token"]))
    for path in given["others"]:
        attempt(path, lambda: _call(path, given["token"]))
    for folder in given["hidden"]:
        attempt(f"a list of {folder}", lambda: os.listdir(folder))


def _call(path, token):
    body = json.dumps({"model": "stoa-basic", "messages": [{"role": "user", "content": "hello"}]})
    lines = ("POST /v1/chat/completions HTTP/1.1", "Host: x", f"Authorization: Bearer {token}", "Content-Type: application/json", "Connection: close", f"Content-Length: {len(body)}")
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(path)
        client.sendall(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        answer = client.recv(200)
    if not answer.startswith(b"HTTP/1.1 2"):
        raise OSError(answer.decode("latin1"))
