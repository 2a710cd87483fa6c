"""Watches files that runs share with the host, to learn what other processes do."""

import fcntl
import signal

_IN_OPEN, _DN_ACCESS, _DN_MULTISHOT = 0x20, 1, 0x80000000


def probe(given):
    libc = ctypes.CDLL(None, use_errno=True)

    def inotify():
        descriptor = libc.inotify_init()
        if descriptor < 0 or libc.inotify_add_watch(descriptor, b"/usr/bin", _IN_OPEN) < 0:
            raise OSError(ctypes.get_errno(), "inotify")

    def dnotify():
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        fcntl.fcntl(os.open("/usr/bin", os.O_RDONLY), fcntl.F_NOTIFY, _DN_ACCESS | _DN_MULTISHOT)

    attempt("inotify", inotify)
    attempt("dnotify", dnotify)
