"""Unpacks the files of an agent that was uploaded as an archive."""

from __future__ import annotations

import io
import os
import sys
import zipfile

from .archive_layout import import_folders, package_of_main
from .settings import SCRATCH

# Each run has its own copy and may write to it, as a program on a laptop may write to its folder.
FOLDER = f"{SCRATCH}/agent"


def unpack(packed: bytes, main: str, folder: str = FOLDER) -> str:
    """Writes the files, makes their folder the working directory, and lets the files import each other. The server has
    checked their names. Returns the package of the main file, for its relative imports. Raises OSError.
    """
    os.mkdir(folder)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        paths = archive.namelist()
        archive.extractall(folder)
    os.chdir(folder)
    sys.path[:0] = [os.path.join(folder, each) if each else folder for each in import_folders(paths, main)]
    return package_of_main(paths, main)[1]
