"""Opens and closes connections to the gateway in the middle of requests, as fast as possible."""

import time


def probe(given):
    end = time.monotonic() + given["seconds"]
    count = 0
    while time.monotonic() < end:
        try:
            client = socket.create_connection(("127.0.0.1", 8741), 2)
            client.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.close()
            count += 1
        except OSError:
            continue
    attempt("churned", lambda: None)
    return count
