"""Keeps every processor busy, in many threads."""

import threading
import time


def probe(given):
    end = time.monotonic() + given["seconds"]

    def burn():
        while time.monotonic() < end:
            pass

    threads = [threading.Thread(target=burn) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    attempt("burnt", lambda: None)
