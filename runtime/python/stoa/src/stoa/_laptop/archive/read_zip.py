"""Unpacks a .zip file in memory, within the limits of an upload."""

from __future__ import annotations

import io
import re
import stat
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable

from .left_out import LeftOut, find_environments, find_reason
from .problem import LARGEST_BYTES, MOST_FILES, ArchiveProblem

Files = dict[str, bytes]

_MOST_ENTRIES = 20_000
_LONGEST_PATH = 200
_MOST_NAMED = 3
_ENCRYPTED = 0x1


def _path_of(entry: zipfile.ZipInfo) -> str:
    path = entry.filename.replace("\\", "/")
    if path.startswith("/") or re.match(r"[a-zA-Z]:", path):
        raise _unreadable(f"absolute path: {path}")
    if ".." in path.split("/"):
        raise _unreadable(f"invalid relative path: {path}")
    return path


def _unreadable(reason: str) -> ArchiveProblem:
    return ArchiveProblem(f"The archive cannot be read ({reason[:200]}). Create it again as a .zip file.")


def _check_entry(path: str, entry: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise ArchiveProblem(f"{path} in the archive is a link or a device. Put the file itself into the archive.")
    if entry.flag_bits & _ENCRYPTED:
        raise ArchiveProblem("The archive is encrypted. Create one without a password.")
    if len(path) > _LONGEST_PATH or any(unicodedata.category(sign)[0] == "C" or sign == "\ufffd" for sign in path):
        raise ArchiveProblem(
            f"A path in the archive is longer than {_LONGEST_PATH} characters or has characters that cannot be shown."
            " Rename the file."
        )


def _largest(entries: dict[str, int], name_of: Callable[[str], str], size_of: Callable[[str], int]) -> list[tuple[str, int]]:
    sums: Counter[str] = Counter()
    for path in entries:
        sums[name_of(path)[:100]] += size_of(path)
    return sums.most_common(_MOST_NAMED)


def too_many(sizes: dict[str, int]) -> ArchiveProblem:
    """Returns the error for too many files, which names the folders with the most. `sizes` maps paths to sizes."""
    folders = _largest(sizes, lambda path: re.sub(r"[^/]*$", "", path) or "the top", lambda path: 1)
    named = ", ".join(f"{folder} ({count})" for folder, count in folders)
    return ArchiveProblem(
        f"The archive has {len(sizes)} files; at most {MOST_FILES} files are allowed. Most are in {named}."
        " Leave out what the agent does not need."
    )


def too_large(sizes: dict[str, int]) -> ArchiveProblem:
    """Returns the error for files that are too large in total, which names the largest. `sizes` maps paths to sizes."""
    files = _largest(sizes, lambda path: path, lambda path: sizes[path])
    named = ", ".join(f"{path} ({size / (1 << 20):.1f} MiB)" for path, size in files)
    return ArchiveProblem(
        f"The files in the archive are larger than {LARGEST_BYTES >> 20} MiB together. The largest are {named}."
        " Leave out what the agent does not need, or download it when the agent runs."
    )


def _read_entries(archive: zipfile.ZipFile) -> tuple[Files, list[LeftOut]]:
    entries = archive.infolist()
    if len(entries) > _MOST_ENTRIES:
        raise ArchiveProblem(
            f"The archive has {len(entries)} entries, so it probably includes a Python environment. Leave out .venv,"
            ' node_modules and .git, or make the archive with "stoa pack".'
        )
    named = [(path, entry) for entry in entries if not (path := _path_of(entry)).endswith("/")]
    environments = find_environments([path for path, _ in named])
    left_out: dict[str, LeftOut] = {}
    kept: list[tuple[str, zipfile.ZipInfo]] = []
    for path, entry in named:
        reason = find_reason(path, environments)
        if reason is not None:
            left_out[reason.name] = reason
            continue
        _check_entry(path, entry)
        kept.append((path, entry))
    sizes = {path: entry.file_size for path, entry in kept}
    if len(kept) > MOST_FILES:
        raise too_many(sizes)
    read: list[tuple[str, bytes]] = []
    left = LARGEST_BYTES
    for path, entry in kept:
        with archive.open(entry) as file:
            content = file.read(left + 1)
        if len(content) > left:
            raise too_large(sizes)
        left -= len(content)
        read.append((path, content))
    read, left_out = _strip_top_folder(read, left_out)
    read.sort()
    _check_names([path for path, _ in read])
    return dict(read), list(left_out.values())


def _imports_package(path: str, content: bytes, top: str) -> bool:
    if not path.endswith(".py"):
        return False
    name = re.sub(r"[^\w]", "", top, flags=re.ASCII)
    relative = r"|from[ \t]+\." if path.count("/") == 1 else ""
    own = re.compile(rf"^[ \t]*(?:from[ \t]+{name}[. \t]|import[ \t]+{name}\b{relative})", re.MULTILINE | re.ASCII)
    return own.search(content.decode("latin-1")) is not None


def _strip_top_folder(
    files: list[tuple[str, bytes]], left_out: dict[str, LeftOut]
) -> tuple[list[tuple[str, bytes]], dict[str, LeftOut]]:
    """Removes the top folder if it contains all files, unless it is a package that its own files import."""
    if not files:
        raise ArchiveProblem("The archive has no files.")
    top = files[0][0].partition("/")[0]
    prefix = f"{top}/"
    if not all(path.startswith(prefix) for path, _ in files):
        return files, left_out
    is_package = any(path == f"{prefix}__init__.py" for path, _ in files)
    if is_package and any(_imports_package(path, content, top) for path, content in files):
        return files, left_out
    stripped = {item.name.removeprefix(prefix): item.is_secret for item in left_out.values()}
    return (
        [(path[len(prefix) :], content) for path, content in files],
        {name: LeftOut(name, is_secret) for name, is_secret in stripped.items()},
    )


def _check_names(paths: list[str]) -> None:
    """Refuses names that refer to the same file on some machines, and a file and a folder with the same name."""

    def fold(path: str) -> str:
        return unicodedata.normalize("NFC", path).lower()

    seen: set[str] = set()
    for path in paths:
        if fold(path) in seen:
            raise ArchiveProblem(f"The archive has {path} twice. Names that differ only in case count as the same.")
        seen.add(fold(path))
    for path in paths:
        parts = path.split("/")
        for count in range(1, len(parts)):
            folder = "/".join(parts[:count])
            if fold(folder) in seen:
                raise ArchiveProblem(f"{folder} in the archive is a file and a folder. Rename one.")


def read_zip(content: bytes) -> tuple[Files, list[LeftOut]]:
    """Returns the files, keyed by path and sorted, and the omitted files and folders. Raises ArchiveProblem."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _read_entries(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise _unreadable(str(error)) from None
