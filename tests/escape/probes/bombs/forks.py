"""Doubles itself until something stops it: every child forks again."""

import time


def probe(given):
    end = time.monotonic() + given["seconds"]
    attempt("fork", lambda: os.close(_double(given["steps"], end)))


def _double(steps, end):
    """Returns the reading end of a pipe that all descendants keep open."""
    reading, writing = os.pipe()
    first = os.getpid()
    for _ in range(steps):
        try:
            os.fork()
        except OSError:
            if time.monotonic() > end:
                break
    if os.getpid() != first:
        time.sleep(max(end - time.monotonic(), 0))
        os._exit(0)
    os.close(writing)
    return reading
