"""Connects to Unix sockets of the host, of the warm parent and of other runs, by name and by path."""


def probe(given):
    def connect(address):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(address)

    for name in given["abstract"]:
        attempt(f"abstract {name}", lambda: connect("\0" + name))
    for path in given["sockets"]:
        attempt(path, lambda: connect(path))
