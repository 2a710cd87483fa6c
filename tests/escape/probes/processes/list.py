"""Lists processes other than its own."""


def probe(given):
    for pid in given["pids"]:
        attempt(f"see {pid}", lambda: os.stat(f"/proc/{pid}/status"))
    attempt("count", lambda: _others() or _none())


def _others():
    return [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]


def _none():
    raise ValueError("no process but this one")
