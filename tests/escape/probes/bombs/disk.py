"""Fills the disk with bytes and with a sparse file."""

import signal


def probe(given):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    folder = given["scratch"]

    def fill():
        for number in range(given["steps"]):
            with open(f"{folder}/{number}", "wb") as file:
                file.write(bytes(1 << 20))

    def stretch():
        with open(f"{folder}/sparse", "wb") as file:
            file.truncate(given["sparse_bytes"])

    attempt("fill", fill)
    attempt("stretch", stretch)
    attempt("shared memory", lambda: open("/dev/shm/stoa-escape", "wb").write(bytes(given["steps"] << 20)))
