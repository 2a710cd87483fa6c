"""Creates and opens device files."""

import stat


def probe(given):
    def make(kind, name):
        path = f"{given['scratch']}/{name}"
        os.mknod(path, kind | 0o600, os.makedev(1, 3))
        os.unlink(path)

    attempt("character device", lambda: make(stat.S_IFCHR, "character"))
    attempt("block device", lambda: make(stat.S_IFBLK, "block"))
    for path in given["devices"]:
        attempt(path, lambda: os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK)))
