"""Connects to the host, its neighbors and the metadata address of cloud providers."""


def probe(given):
    for host, port in given["tcp"]:
        attempt(f"{host}:{port}", lambda: socket.create_connection((host, port), 1).close())
