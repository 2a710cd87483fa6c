"""Sends a query to a name server over UDP."""

_QUERY = b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x04stoa\x00\x00\x01\x00\x01"


def probe(given):
    def ask(address):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
            client.settimeout(0.3)
            client.sendto(_QUERY, tuple(address))
            client.recv(512)

    for address in given["udp"]:
        attempt(f"{address[0]}:{address[1]}", lambda: ask(address))
