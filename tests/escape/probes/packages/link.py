"""Replaces the socket to which the server connects for each run with a link to another socket of the machine."""

_SOCKET = "/host/control/parent"


def probe(given):
    place = given.get("place", _SOCKET)
    if given["step"] == "look":
        # If the server follows the link, it connects to a socket of the host that records every connection.
        attempt("follow", lambda: _follow(place))
        return
    attempt("swap", lambda: _swap(given["sockets"][0], place))


def _swap(target, place):
    if os.path.lexists(place):
        os.unlink(place)
    os.symlink(target, place)


def _follow(place):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(place)
