"""The other files in the archive of the inspected file."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Beside:
    """`modules` are the names that a file may import from the archive, and `trees` are the files that could be
    parsed."""

    modules: frozenset[str] = frozenset()
    trees: list[ast.Module] = field(default_factory=list)


NOTHING_BESIDE = Beside()


def _names(path: str, folder: str) -> list[str]:
    """Returns the top-level names under which a file can be imported: from the archive's root and from `folder`."""
    found = [path.partition("/")[0]]
    if folder and path.startswith(f"{folder}/"):
        found.append(path[len(folder) + 1 :].partition("/")[0])
    return [name.removesuffix(".py") for name in found]


def read_beside(archive: object) -> Beside:
    """Reads InspectedArchive (runtime/protocol/inspection.ts). A file that does not parse fails when it is imported."""
    if not isinstance(archive, dict):
        return NOTHING_BESIDE
    sources = archive["sources"]
    folder = str(archive["entry"]).rpartition("/")[0]
    trees = []
    for source in sources.values():
        try:
            trees.append(ast.parse(source))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return Beside(frozenset(name for path in sources for name in _names(path, folder)), trees)
