"""Measures how long Python clients take to connect. Runs as an agent in a sandbox, and as a plain program on the host.
"""

import http.client
import json
import socket
import ssl
import time


def _timed(count, action):
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        action()
        times.append((time.perf_counter() - begin) * 1e3)
    return times


def _get(connection, host):
    connection.request("GET", "/", headers={"host": host})
    connection.getresponse().read()


def main(message):
    """Returns the times of each kind of connection. `message` contains the host's name, the HTTP and HTTPS addresses,
    the certificate authority and the number of measurements of each kind.

    Measures name lookups only if the HTTP address contains the host's name.
    """
    order = json.loads(message)
    host, count = order["host"], order["count"]
    context = ssl.create_default_context(cadata=order["ca"])

    def plain():
        with socket.create_connection(tuple(order["http"])) as connection:
            connection.sendall(f"GET / HTTP/1.1\r\nhost: {host}\r\n\r\n".encode())
            if not connection.recv(4096):
                raise ConnectionError("the server sent nothing")

    def tls():
        with socket.create_connection(tuple(order["https"])) as connection:
            with context.wrap_socket(connection, server_hostname=host) as secure:
                secure.sendall(f"GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
                if not secure.recv(4096):
                    raise ConnectionError("the server sent nothing")

    kept = http.client.HTTPConnection(*order["http"])
    for warm in (plain, tls, lambda: _get(kept, host)):
        warm()
    times = {
        "plain": _timed(count, plain),
        "tls": _timed(count, tls),
        "kept": _timed(count, lambda: _get(kept, host)),
    }
    if order["http"][0] == host:
        times["name"] = _timed(count, lambda: socket.getaddrinfo(host, 443, socket.AF_INET))
    return times


if __name__ == "__main__":
    import sys

    print(json.dumps(main(sys.argv[1])))
