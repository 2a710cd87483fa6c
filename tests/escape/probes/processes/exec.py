"""Replaces itself with another program, from memory and from disk."""


def probe(given):
    def execute(path):
        if os.access(path, os.F_OK):
            os.execve(path, [path, "-c", given["says"]], {})
        raise OSError("no such program")

    attempt("a file of its own", lambda: execute(_copy(given)))
    attempt("python", lambda: execute("/usr/bin/python3"))


def _copy(given):
    path = f"{given['scratch']}/python"
    with open("/usr/bin/python3", "rb") as source, open(path, "wb") as target:
        target.write(source.read())
    os.chmod(path, 0o755)
    return path
