"""Executes its own native code: from a file, from memory and through the loader, which is itself executable."""

import glob
import subprocess


def probe(given):
    attempt("a file", lambda: _run(_copy(given)))
    attempt("the loader", lambda: _run(glob.glob("/lib64/ld-linux*")[0], _copy(given)))
    attempt("memory", lambda: _run(_in_memory()))


def _run(*command):
    done = subprocess.run([*command, "-c", "pass"], capture_output=True, close_fds=False)
    if done.returncode:
        raise OSError(done.stderr)


def _copy(given):
    path = f"{given['scratch']}/python"
    with open("/usr/bin/python3", "rb") as source, open(path, "wb") as target:
        target.write(source.read())
    os.chmod(path, 0o755)
    return path


def _in_memory():
    descriptor = call("memfd_create", b"program", 0)
    with open("/usr/bin/python3", "rb") as source:
        os.write(descriptor, source.read())
    return f"/proc/self/fd/{descriptor}"
