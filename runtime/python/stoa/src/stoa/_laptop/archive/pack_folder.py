"""Packs a folder for the upload."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

from ..refusal import Refusal
from .left_out import CLUTTER_FOLDERS, ENVIRONMENT_MARK, SECRET_FOLDERS, LeftOut, find_reason
from .problem import LARGEST_BYTES, MOST_FILES, ArchiveProblem
from .read_zip import too_large, too_many


def _is_whole(folder: Path) -> bool:
    """Returns whether a whole folder is left out, so that its files need not be listed."""
    return folder.name in CLUTTER_FOLDERS | SECRET_FOLDERS or (folder / ENVIRONMENT_MARK).exists()


def _files_of(folder: Path) -> tuple[dict[str, Path], list[LeftOut]]:
    files: dict[str, Path] = {}
    left_out: list[LeftOut] = []
    for current, folders, names in os.walk(folder):
        place = Path(current)
        for name in sorted(folders):
            if (place / name).is_symlink():
                raise Refusal(f"{place / name} is a link. Put the folder itself there, or remove the link.")
            if _is_whole(place / name):
                left_out.append(LeftOut((place / name).relative_to(folder).as_posix(), name in SECRET_FOLDERS))
                folders.remove(name)
        folders.sort()
        for name in sorted(names):
            path = (place / name).relative_to(folder).as_posix()
            reason = find_reason(path, [])
            if reason is not None:
                left_out.append(reason)
            elif _is_agents(place / name, folder):
                files[path] = place / name
    return files, left_out


def _is_agents(file: Path, folder: Path) -> bool:
    """Returns whether a file is packed. Raises Refusal for a link to a file outside the folder, which may be private."""
    if file.is_symlink() and not file.resolve().is_relative_to(folder.resolve()):
        raise Refusal(f"{file} is a link to {file.resolve()}. Put the file itself into the folder, or remove the link.")
    return file.is_file()


def pack_folder(folder: Path, output: Path | None = None) -> tuple[bytes, list[LeftOut], int]:
    """Returns the archive, the omitted files and folders, and the number of packed files. Does not pack `output`.
    Raises Refusal or ArchiveProblem.
    """
    files, left_out = _files_of(folder)
    if output is not None:
        files = {path: file for path, file in files.items() if file.resolve() != output.resolve()}
    if not files:
        raise Refusal(f"{folder} has no files.")
    sizes = {path: file.stat().st_size for path, file in files.items()}
    if len(files) > MOST_FILES:
        raise too_many(sizes)
    if sum(sizes.values()) > LARGEST_BYTES:
        raise too_large(sizes)
    memory = io.BytesIO()
    try:
        with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
            for path, file in files.items():
                archive.write(file, path)
    except OSError as error:
        raise ArchiveProblem(f"{error.filename} cannot be read: {error.strerror}.") from None
    return memory.getvalue(), left_out, len(files)
