"""Tries to create new namespaces and to rejoin its own."""

import signal

_KINDS = {"user": 0x10000000, "mount": 0x20000, "net": 0x40000000, "ipc": 0x8000000, "uts": 0x4000000}


def probe(given):
    def clone():
        if call("clone", _KINDS["user"] | signal.SIGCHLD, None, None, None, None) == 0:
            os._exit(0)
        os.wait()

    attempt("clone", clone)
    attempt("setns", lambda: call("setns", os.open("/proc/self/ns/net", os.O_RDONLY), 0))
    for kind, flag in _KINDS.items():
        attempt(f"unshare {kind}", lambda: call("unshare", flag))
