"""Writes endlessly in the requested way: printed text, bytes on each of its pipes, events or empty lines."""

_EVENTS = {
    "log": b'{"type":"log","level":"info","message":"x"}\n',
    "progress": b'{"type":"progress","message":"x","fraction":0.5}\n',
    "step": b'{"type":"step","kind":"message","source":"x","text":"x"}\n',
    "output": b'{"type":"output","text":"x"}\n',
}
_DESCRIPTORS = {"stdout": 1, "stderr": 2, "events": 3}


def probe(given):
    flood = given["flood"]
    for number in range(given["steps"]):
        attempt("write", lambda: _write(flood))
        tried.clear()
        reached.clear()
    attempt("all writes", lambda: None)


def _write(flood):
    if flood == "print":
        print("x" * 1000)
    elif flood in _DESCRIPTORS:
        os.write(_DESCRIPTORS[flood], b"x" * 65536)
    elif flood == "empty lines":
        os.write(2, b"\n" * 65536)
    elif flood == "event lines":
        os.write(3, b"\n" * 65536)
    else:
        os.write(3, _EVENTS[flood] * 1000)
