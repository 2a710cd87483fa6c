"""Finds the folders from which the files of an archive import each other. The inspection and the run use the same
rules.

`python main.py` imports from the folder of the file, `python -m package.main` from the folder of the package, and an
installed project from its `src`.
"""

from __future__ import annotations

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_SOURCES = "src"


def package_of_main(paths: Collection[str], main: str) -> tuple[str, str]:
    """Returns the folder that contains the main file's package, and the package's dotted name. The name is empty if the
    file is not in a package, so that it cannot use relative imports.
    """
    folders = main.split("/")[:-1]
    if not folders or not all(name.isidentifier() for name in folders):
        return "", ""
    start = len(folders)
    while start > 0 and f"{'/'.join(folders[:start])}/__init__.py" in paths:
        start -= 1
    if start == len(folders):
        # This is a package without __init__.py, as in `python -m my_agent.main`.
        start = 1 if folders[0] == _SOURCES and len(folders) > 1 else 0
    return "/".join(folders[:start]), ".".join(folders[start:])


def import_folders(paths: Collection[str], main: str) -> list[str]:
    """Returns the folders that imports search, in this order, relative to the archive's top folder, which is ""."""
    own = main.rpartition("/")[0]
    package, _ = package_of_main(paths, main)
    found = [own, package]
    if any(path.startswith(f"{_SOURCES}/") and path.endswith(".py") for path in paths):
        found.append(_SOURCES)
    return list(dict.fromkeys([*found, ""]))
