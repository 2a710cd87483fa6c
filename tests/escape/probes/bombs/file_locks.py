"""Locks every second byte of its files: the kernel keeps a record of each lock."""

import fcntl


def probe(given):
    files = []
    locks = 0
    for number in range(given["files"]):
        try:
            files.append(open(f"{given['scratch']}/lock{number}", "wb"))
        except OSError:
            break
        for place in range(given["locks"]):
            fcntl.lockf(files[-1], fcntl.LOCK_EX, 1, place * 2)
            locks += 1
    tried.append("locks")
    return locks
