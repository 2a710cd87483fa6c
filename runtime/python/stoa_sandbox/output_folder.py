"""Lists the files that an agent wrote to its output folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

# The depth of sub-folders to search. An agent's own folder structure has fewer levels, and a path has a limited length.
_DEEPEST = 8


def find_files(folder: str) -> list[tuple[str, str]]:
    """Returns the name and the path of each regular file in a folder and its sub-folders, sorted by path. A file in a
    sub-folder has both names: `charts-a.png`. Links, pipes, devices and empty files are left out.
    """
    return [("-".join(parts), os.path.join(folder, *parts)) for parts in sorted(_walk(folder, ()))]


def _walk(folder: str, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    try:
        # The agent can have replaced its output folder with a link to a folder of the system.
        names = os.listdir(folder) if stat.S_ISDIR(os.lstat(folder).st_mode) else []
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name)
        try:
            status = os.lstat(path)
        except OSError:
            # The agent still has a thread that removes files.
            continue
        if stat.S_ISREG(status.st_mode) and status.st_size > 0:
            yield (*above, name)
        elif stat.S_ISDIR(status.st_mode) and len(above) < _DEEPEST:
            yield from _walk(path, (*above, name))
