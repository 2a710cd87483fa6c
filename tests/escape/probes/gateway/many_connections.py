"""Opens and keeps many connections to the gateway that send nothing or never complete a request."""

import time


def probe(given):
    held = []

    def hold():
        for number in range(given["steps"]):
            client = socket.create_connection(("127.0.0.1", 8741), 2)
            client.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-Slow: "[: number % 60])
            held.append(client)

    def stay_open():
        if sum(map(_is_open, held)) < given["steps"]:
            raise OSError("some were closed")

    try:
        hold()
    except OSError:
        pass
    time.sleep(given["seconds"])
    attempt("all at once", stay_open)
    return sum(map(_is_open, held))


def _is_open(client):
    client.setblocking(False)
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
