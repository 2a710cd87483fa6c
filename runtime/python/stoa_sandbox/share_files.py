"""Replaces files in a folder with links to the same files in other folders, so that they take disk space once.

Arguments: the folder, and the folder in which each shared file is named by the hash of its content. The first folder is
not trusted: links in it are skipped, and no file is opened through a link.
"""

import hashlib
import os
import stat
import sys

# The minimum size in bytes. Smaller files are mostly empty modules, for which a link saves little.
_SMALLEST = 1024
_CHUNK = 1 << 20


def _digest(path):
    found = hashlib.sha256()
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        while chunk := file.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest()


def _share(path, mode, store):
    # Files with the same content but different permissions are not shared.
    name = f"{_digest(path)}-{mode:o}"
    folder = os.path.join(store, name[:2])
    shared = os.path.join(folder, name)
    try:
        os.link(path, shared)
        return
    except FileNotFoundError:
        os.makedirs(folder, mode=0o755, exist_ok=True)
        return _share(path, mode, store)
    except FileExistsError:
        pass
    draft = f"{path}.shared"
    try:
        os.link(shared, draft)
    except OSError:
        # The shared file is being removed, or it has as many links as the file system allows.
        return
    os.replace(draft, path)


def main(folder, store):
    os.makedirs(store, mode=0o755, exist_ok=True)
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            found = os.lstat(path)
            if stat.S_ISREG(found.st_mode) and found.st_size >= _SMALLEST and found.st_nlink == 1:
                _share(path, stat.S_IMODE(found.st_mode), store)


main(*sys.argv[1:])
