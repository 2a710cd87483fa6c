"""Answers with data that is nested so deeply that a JSON parser overflows."""


def probe(given):
    line = b'{"type":"%s","value":' % given["event"].encode() + b"[" * given["steps"] + b"]" * given["steps"] + b"}\n"
    attempt("write", lambda: _write_all(line))
    value = 1
    for _ in range(given["depth"]):
        value = [value]
    return value


def _write_all(line):
    while line:
        line = line[os.write(3, line) :]
