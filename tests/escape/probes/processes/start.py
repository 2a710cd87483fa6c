"""Starts programs that try to leave the sandbox: with more rights, another identity, new namespaces, other
mounts."""

import subprocess

_MOUNT = ["/usr/bin/mount", "-t", "tmpfs", "none"]
_PROGRAMS = {
    "another user": ["/usr/bin/su", "root", "-s", "/bin/sh", "-c", "id"],
    "a namespace": ["/usr/bin/unshare", "--mount", "true"],
    "a user namespace": ["/usr/bin/unshare", "--user", "true"],
    "a session": ["/usr/bin/setsid", "true"],
    "other rights": ["/usr/bin/setpriv", "--reuid", "0", "true"],
    "a priority": ["/usr/bin/nice", "-n", "-5", "true"],
    "a root of its own": ["/usr/sbin/chroot", "/usr", "/bin/true"],
    "a Python with a namespace": ["/usr/bin/python3", "-c", "import ctypes, os; os._exit(-ctypes.CDLL(None).unshare(0x20000))"],
}


def probe(given):
    attempt("a mount", lambda: _run([*_MOUNT, given["mount_place"]]))
    for name, command in _PROGRAMS.items():
        attempt(name, lambda: _run(command))


def _run(command):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    # `nice` warns and starts the program nevertheless.
    if done.returncode or "cannot" in done.stderr:
        raise OSError(done.stderr)
