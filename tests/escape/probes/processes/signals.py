"""Tries to kill every process that it can name: neighbors, the monitor, the parent."""

import signal


def probe(given):
    for pid in given["pids"]:
        attempt(f"kill {pid}", lambda: os.kill(pid, signal.SIGKILL))
        attempt(f"pidfd of {pid}", lambda: signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGKILL))
    if os.getppid():
        attempt("kill the monitor", lambda: os.kill(os.getppid(), signal.SIGKILL))
    for pid in (*range(2, 40), -1):
        if pid != os.getpid():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
