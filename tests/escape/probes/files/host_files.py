"""Reads files of the host: the passwords, the server's key, the repository and the kernel's memory."""


def probe(given):
    def read(path):
        with open(path, "rb") as file:
            keep_secrets(file.read(1 << 16), given) if path in given["secret_files"] else file.read(1)

    for path in given["files"] + given["secret_files"]:
        attempt(path, lambda: read(path))
    # The sandbox has its own /etc/passwd, without the host's users.
    attempt("/etc/passwd", lambda: open("/etc/passwd").read().index("root:"))
