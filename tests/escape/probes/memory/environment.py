"""Looks for secrets in its own environment, both in Python and in /proc."""


def probe(given):
    attempt("os.environ", lambda: keep_secrets(repr(dict(os.environ)).encode(), given))
    for path in ("/proc/self/environ", "/proc/thread-self/environ"):
        attempt(path, lambda: _read(path, given))


def _read(path, given):
    with open(path, "rb") as file:
        keep_secrets(file.read(), given)
