"""Connects to Unix sockets of the host, the warm parent and other runs, using abstract names and paths."""


def probe(given):
    def connect(address):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(address)

    for name in given["abstract"]:
        attempt(f"abstract {name}", lambda: connect("\0" + name))
    for path in given["sockets"]:
        attempt(path, lambda: connect(path))
