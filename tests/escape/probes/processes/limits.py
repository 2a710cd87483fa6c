"""Tries to raise its own limits."""

import resource


def probe(given):
    for name in ("AS", "DATA", "FSIZE", "CPU"):
        kind = getattr(resource, f"RLIMIT_{name}")
        attempt(name, lambda: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))
