"""Tries to become another user and to gain capabilities."""

_VERSION_3 = 0x20080522


def probe(given):
    attempt("setuid", lambda: os.setuid(0))
    attempt("setresuid", lambda: os.setresuid(0, 0, 0))
    attempt("setgid", lambda: os.setgid(0))
    attempt("capset", lambda: call("capset", _VERSION_3.to_bytes(4, "little") + bytes(4), bytes.fromhex("01000000" * 3) + bytes(12)))
    attempt("capabilities", lambda: _capabilities())
    attempt("personality", lambda: call("personality", 0x0040000))


def _capabilities():
    with open("/proc/self/status") as status:
        sets = [line.split()[1] for line in status if line.startswith(("CapEff", "CapPrm", "CapBnd"))]
    if not any(int(held, 16) for held in sets):
        raise OSError("no capability")
