"""Allocates far more memory than allowed in one step, private and shared."""

import mmap


def probe(given):
    attempt("own", lambda: mmap.mmap(-1, given["bytes"], flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close())
    attempt("shared", lambda: mmap.mmap(-1, given["bytes"]).close())
