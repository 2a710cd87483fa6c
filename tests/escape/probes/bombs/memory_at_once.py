"""Takes much more memory than it may, at once: its own, and shared."""

import mmap


def probe(given):
    attempt("own", lambda: mmap.mmap(-1, given["bytes"], flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close())
    attempt("shared", lambda: mmap.mmap(-1, given["bytes"]).close())
