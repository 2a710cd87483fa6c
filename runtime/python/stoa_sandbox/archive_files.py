"""The files of an agent that came as an archive."""

from __future__ import annotations

import io
import os
import sys
import zipfile

from .settings import SCRATCH

# The run has its own copy and may write to it, as a program on a laptop may write to its folder.
FOLDER = f"{SCRATCH}/agent"


def unpack(packed: bytes, main: str) -> None:
    """Writes the files, makes their folder the working directory, and lets them import each other, both as
    `python MAIN` would in that folder and by their paths from it. The server has checked the names. Raises
    OSError.
    """
    os.mkdir(FOLDER)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(FOLDER)
    os.chdir(FOLDER)
    own = os.path.dirname(os.path.join(FOLDER, main))
    sys.path[:0] = [own] if own == FOLDER else [own, FOLDER]
