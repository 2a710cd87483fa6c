"""Makes a system call with a number of another architecture, which a filter might not know."""

_X32_GETPID = 0x40000000 | 39


def probe(given):
    tried.append("x32")
    ctypes.CDLL(None, use_errno=True).syscall(ctypes.c_long(_X32_GETPID))
    reached.append("x32")
