"""Uses the kernel's keyrings, which belong to a user and not to a run."""


def probe(given):
    attempt("session keyring", lambda: call("keyctl", 0, -3, 1))
    attempt("user keyring", lambda: call("keyctl", 0, -4, 1))
    attempt("add_key", lambda: call("add_key", b"user", b"stoa-escape", b"x", ctypes.c_size_t(1), -2))
