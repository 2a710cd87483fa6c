"""`stoa pack`: creates the archive of an agent that has several files."""

from __future__ import annotations

import argparse
import os
import re
import zipfile
from pathlib import Path

from .refusal import Refusal

EXIT_PACKED = 0
# The limits of an archive (LIMITS.archiveMaxBytes and archiveMaxFiles in Stoa's contract).
_LARGEST_BYTES = 20 << 20
_MOST_FILES = 500
# The files that an upload ignores (server/src/modules/catalog/upload/archive/read-archive.ts).
_CLUTTER_FOLDERS = frozenset(
    "__MACOSX __pycache__ node_modules .git .hg .svn .venv venv .tox .idea .vscode .mypy_cache .pytest_cache .ruff_cache "
    ".ipynb_checkpoints".split()
)
_CLUTTER_FILES = re.compile(r"^(\.DS_Store|Thumbs\.db|desktop\.ini|.*\.py[co])$", re.IGNORECASE)
_SECRET_FILES = re.compile(r"^\.env(\.(?!example$|sample$|template$|dist$)[^/]*)?$")


def add_pack_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "pack",
        help="make the archive of an agent of several files",
        description="Packs a folder into a .zip file for the upload, without caches, environments and .env files.",
    )
    parser.add_argument("folder", type=Path, help="the folder with main.py")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default is the folder's name with .zip")
    parser.set_defaults(carry_out=_pack)


def _files_of(folder: Path, output: Path) -> tuple[list[Path], list[Path]]:
    """Returns the files to pack, and those with secrets."""
    files: list[Path] = []
    secret: list[Path] = []
    for current, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _CLUTTER_FOLDERS)
        for name in sorted(names):
            path = Path(current, name)
            if _CLUTTER_FILES.match(name) or path.resolve() == output.resolve():
                continue
            (secret if _SECRET_FILES.match(name) else files).append(path)
    return files, secret


def _check_bounds(folder: Path, files: list[Path]) -> None:
    if not files:
        raise Refusal(f"{folder} has no files.")
    if len(files) > _MOST_FILES:
        raise Refusal(f"{folder} has {len(files)} files; an archive may have {_MOST_FILES}. Leave out what the agent does not need.")
    total = sum(path.stat().st_size for path in files)
    if total > _LARGEST_BYTES:
        raise Refusal(f"{folder} has {total / (1 << 20):.1f} MiB; an archive may have {_LARGEST_BYTES >> 20} MiB.")


def _pack(options: argparse.Namespace) -> int:
    folder: Path = options.folder
    if not folder.is_dir():
        raise Refusal(f"{folder} is not a folder. A single file is uploaded as it is.")
    output: Path = options.output or Path(f"{folder.resolve().name}.zip")
    files, secret = _files_of(folder, output)
    _check_bounds(folder, files)
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            archive.write(path, path.relative_to(folder).as_posix())
    print(f"{output}: {len(files)} files, {output.stat().st_size / 1024:.0f} KiB")
    for path in secret:
        print(f"Left out {path}: set its values under Secrets in the studio.")
    return EXIT_PACKED
