"""Tries to gain rights from the system's setuid programs, and from a setuid program that it creates itself."""

import glob
import shutil
import stat
import subprocess


def probe(given):
    for path in sorted(glob.glob("/usr/bin/*") + glob.glob("/usr/sbin/*")):
        if os.path.isfile(path) and not os.path.islink(path) and os.stat(path).st_mode & stat.S_ISUID:
            attempt(f"the rights of {path}", lambda: _would_gain(path))
    attempt("a setuid program of its own", lambda: _make(given["scratch"]))
    attempt("new rights by exec", _may_gain)


def _would_gain(path):
    if os.statvfs(path).f_flag & os.ST_NOSUID:
        raise OSError("the mount ignores the bit")


def _make(scratch):
    path = f"{scratch}/id"
    shutil.copy("/usr/bin/id", path)
    os.chmod(path, 0o4755)
    subprocess.run([path], check=True, capture_output=True)


def _may_gain():
    with open("/proc/self/status") as status:
        if "NoNewPrivs:\t1" in status.read():
            raise OSError("exec gives no rights")
