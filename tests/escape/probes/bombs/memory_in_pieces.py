"""Allocates and uses memory in small steps."""


def probe(given):
    pieces = []
    for number in range(given["steps"]):
        pieces.append(bytearray(b"x" * (1 << 20)))
        pieces[-1][number % 1024] = 1
    attempt("all pieces", lambda: len(pieces))
