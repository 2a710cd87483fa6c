"""Sleeps beyond its time limit and ignores every signal."""

import signal
import time


def probe(given):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    time.sleep(given["seconds"])
    attempt("slept", lambda: None)
