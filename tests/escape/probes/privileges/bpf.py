"""Creates a BPF map in the kernel."""

_MAP_CREATE, _ARRAY = 0, 2


def probe(given):
    attributes = b"".join(number.to_bytes(4, "little") for number in (_ARRAY, 4, 8, 1)) + bytes(104)
    attempt("bpf", lambda: call("bpf", _MAP_CREATE, attributes, 120))
