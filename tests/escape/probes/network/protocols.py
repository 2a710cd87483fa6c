"""Opens internet sockets of rare protocols, whose kernel code is rarely reviewed."""

_UDPLITE, _MPTCP = 136, 262


def probe(given):
    attempt("udplite", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM, _UDPLITE).close())
    attempt("mptcp", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, _MPTCP).close())
    attempt("mptcp 6", lambda: socket.socket(socket.AF_INET6, socket.SOCK_STREAM, _MPTCP).close())
