"""Connects to the host, to its neighbours and to the address where clouds keep their machines' secrets."""


def probe(given):
    for host, port in given["tcp"]:
        attempt(f"{host}:{port}", lambda: socket.create_connection((host, port), 1).close())
