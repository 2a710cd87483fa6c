"""Makes the names of files safe, whatever their origin."""

from __future__ import annotations

import os

# The maximum length of a file name on Linux, in bytes.
LONGEST_NAME_BYTES = 255
# A longer text after the last dot is not an extension.
_LONGEST_EXTENSION = 20


def to_safe_name(name: str) -> str:
    """Returns a name for one file in a folder: without folders and control characters, and at most 255 bytes long."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    kept = "".join(letter if letter.isprintable() else "_" for letter in last).strip()
    if kept in ("", ".", ".."):
        return "file"
    return _shorten(kept, LONGEST_NAME_BYTES)


def to_unique_name(name: str, taken: set[str]) -> str:
    """Returns the name, with a number if another file has it, and adds it to `taken`."""
    stem, extension = _split(name)
    number, unique = 1, name
    while unique in taken:
        number += 1
        ending = f"-{number}{extension}"
        unique = _cut(stem, LONGEST_NAME_BYTES - len(ending.encode())) + ending
    taken.add(unique)
    return unique


def _split(name: str) -> tuple[str, str]:
    stem, extension = os.path.splitext(name)
    return (stem, extension) if len(extension) <= _LONGEST_EXTENSION else (name, "")


def _shorten(name: str, size: int) -> str:
    name = name.encode("utf-8", "replace").decode()
    if len(name.encode()) <= size:
        return name
    stem, extension = _split(name)
    return _cut(stem, size - len(extension.encode())) + extension


def _cut(text: str, size: int) -> str:
    return text.encode()[:size].decode("utf-8", "ignore")
