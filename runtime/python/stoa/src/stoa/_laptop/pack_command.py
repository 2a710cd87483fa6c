"""Implements `stoa pack`, which creates the archive of an agent that has several files."""

from __future__ import annotations

import argparse
from pathlib import Path

from .archive.left_out import LeftOut
from .archive.pack_folder import pack_folder
from .archive.problem import ArchiveProblem
from .refusal import Refusal

EXIT_PACKED = 0


def add_pack_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "pack",
        help="create the .zip archive of an agent with several files",
        description="Packs a folder into a .zip file for the upload, without caches, environments and .env files.",
    )
    parser.add_argument("folder", type=Path, help="the folder with main.py")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the archive; default is the folder's name with .zip")
    parser.set_defaults(carry_out=_pack)


def left_out_lines(folder: Path, left_out: list[LeftOut]) -> list[str]:
    """Returns lines that tell the user what was left out of a folder's archive."""
    clutter = sorted({item.name.rpartition("/")[2] for item in left_out if not item.is_secret})
    lines = [f"Left out {', '.join(clutter)}."] if clutter else []
    secrets = [item.name for item in left_out if item.is_secret]
    return lines + [f"Left out {folder / name}: set its values under Secrets in the studio." for name in secrets]


def _pack(options: argparse.Namespace) -> int:
    folder: Path = options.folder
    if not folder.is_dir():
        raise Refusal(f"{folder} is not a folder. A single file is uploaded as it is.")
    output: Path = options.output or Path(f"{folder.resolve().name}.zip")
    try:
        content, left_out, count = pack_folder(folder, output)
    except ArchiveProblem as problem:
        raise Refusal(str(problem)) from None
    try:
        output.write_bytes(content)
    except OSError as error:
        raise Refusal(f"{output} cannot be written: {error.strerror}.") from None
    print(f"{output}: {count} {'file' if count == 1 else 'files'}, {len(content) / 1024:.0f} KiB")
    for line in left_out_lines(folder, left_out):
        print(line)
    return EXIT_PACKED
