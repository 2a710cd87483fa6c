"""Fills the temporary folder when this module is imported."""

_MOST_MIB = 256
_FILE = f"{os.environ.get('HOME', '/tmp')}/stoa-escape-bytes"


def _fill():
    written = 0
    try:
        with open(_FILE, "wb", 0) as file:
            while written < _MOST_MIB and file.write(bytes(1 << 20)) == 1 << 20:
                written += 1
    except OSError:
        pass
    return written


_WRITTEN = _fill()


def probe(given):
    attempt("fill", _require_all)
    return _WRITTEN


def _require_all():
    if _WRITTEN < _MOST_MIB:
        raise OSError(f"{_WRITTEN} MiB fit")
