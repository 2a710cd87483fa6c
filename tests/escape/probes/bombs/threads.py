"""Starts many threads that wait until all have been started."""

import threading


def probe(given):
    stop = threading.Event()

    def start_all():
        for _ in range(given["steps"]):
            threading.Thread(target=stop.wait, daemon=True).start()

    attempt("all threads", start_all)
    stop.set()
