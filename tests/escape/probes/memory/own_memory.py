"""Searches its own memory, a copy of the warm parent's, for data of other runs."""


def probe(given):
    attempt("a secret in memory", lambda: _search(given))


def _search(given):
    with open("/proc/self/maps") as maps:
        regions = [line.split(" ") for line in maps]
    with open("/proc/self/mem", "rb", 0) as memory:
        for place, rights, *rest in regions:
            if "rw" not in rights:
                continue
            start, end = (int(part, 16) for part in place.split("-"))
            while start < end:
                size = min(end - start, 8 << 20)
                try:
                    memory.seek(start)
                    keep_secrets(memory.read(size), given)
                except (OSError, ValueError, OverflowError):
                    pass
                # Blocks overlap, so that no secret is missed at a boundary.
                start += size if start + size == end else size - 128
    if not found:
        raise ValueError("no secret")
