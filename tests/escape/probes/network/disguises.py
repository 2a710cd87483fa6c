"""Writes the names of forbidden hosts in other ways: as numbers, in capitals, with dots, ports and users, in long names
and in names that look like declared names, and hides a second name behind a declared name.
"""

import ssl
import struct

STOA_HOSTS = ["server.localhost", "*.inside.localhost", "xn--bcher-kva.localhost"]

_ADDRESSES = ("2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0.0.0.0", "[::ffff:127.0.0.1]", "[::1]", "127.0.0.1.")
_NAMES = ("localhost", "LOCALHOST.", "server.localhost.evil.example", "evilinside.localhost", "inside.localhost",
    "server.localhost%00.evil.example", "user@server.localhost", "server.localhost#", "bücher.localhost", "xn--bcher-kvb.localhost",
    "ѕerver.localhost", ".".join(["a" * 60] * 4), "a" * 64 + ".inside.localhost", ".inside.localhost", "..inside.localhost")
_PORTS = ("22", "25", "5432", "0", "65536", "80:22", "+80", " 80", "080x", "")


def probe(given):
    token = os.environ["OPENAI_API_KEY"]
    port = given["tcp"][-1][1]
    # Proves that the agent's clients find declared hosts.
    attempt("a declared name", lambda: socket.gethostbyname("server.localhost"))
    for address in _ADDRESSES:
        attempt(f"address {address}", lambda: _tunnel(f"{address}:{port}", token))
        attempt(f"address {address} as host", lambda: _tunnel(f"{address}:80", token))
    for name in _NAMES:
        attempt(f"name {name[:40]}", lambda: _tunnel(f"{name}:80", token))
        attempt(f"question {name[:40]}", lambda: _ask(name))
    for number in _PORTS:
        attempt(f"port {number}", lambda: _tunnel(f"server.localhost:{number}", token))
    for name in ("database.localhost", None):
        attempt(f"TLS to {name}", lambda: _tls(name))
    for head in (
        "GET / HTTP/1.1\r\nHost: server.localhost\r\nHost: database.localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: server.localhost\r\n Host: database.localhost\r\n\r\n",
        "GET http://database.localhost/ HTTP/1.1\r\nHost: server.localhost\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "CONNECT database.localhost:80 HTTP/1.1\r\nHost: server.localhost\r\n\r\n",
        "\x16\x03\x01\x02\x00",
    ):
        attempt(f"HTTP {head[:60]!r}", lambda: _http(head))


def _answer(client):
    answer = client.recv(4096)
    if not answer.startswith(b"HTTP/1.1 2"):
        raise ValueError(answer[:40].decode("latin1"))


def _tunnel(target, token):
    with socket.create_connection(("127.0.0.1", 8741), 5) as client:
        client.sendall(f"CONNECT {target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        _answer(client)


def _ask(name):
    labels = b"".join(bytes([len(label) & 255]) + label for label in (part.encode() for part in name.split(".")))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(1)
        client.sendto(struct.pack(">HHHHHH", 7, 0x100, 1, 0, 0, 0) + labels + b"\0\0\1\0\1", ("127.0.0.53", 53))
        if not client.recv(512)[7]:
            raise ValueError("no such name")


def _tls(name):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("server.localhost", 443), 5) as plain:
        context.wrap_socket(plain, server_hostname=name).close()


def _http(head):
    with socket.create_connection(("server.localhost", 80), 5) as client:
        client.sendall(head.encode("latin1"))
        _answer(client)
