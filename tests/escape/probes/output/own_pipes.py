"""Reads what it wrote to the monitor out of the pipes again."""


def probe(given):
    for descriptor in (1, 2, 3):
        attempt(f"descriptor {descriptor}", lambda: _reopen(descriptor))


def _reopen(descriptor):
    again = os.open(f"/proc/self/fd/{descriptor}", os.O_RDONLY | os.O_NONBLOCK)
    os.close(again)
