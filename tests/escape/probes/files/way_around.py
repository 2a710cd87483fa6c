"""Tries to reach the host's files through other names of the root folder."""


def probe(given):
    roots = ["/proc/self/root", "/proc/thread-self/root", "/proc/1/root", "/proc/self/cwd/../../../..", "/tmp/../.."]
    for secret in given["secret_files"]:
        for root in roots:
            attempt(root + secret, lambda: _read(root + secret, given))


def _read(path, given):
    with open(path, "rb") as file:
        keep_secrets(file.read(1 << 16), given)
