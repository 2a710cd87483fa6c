"""Finds the files of an archive that the inspected file imports, directly or through other files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..archive_layout import import_folders
from .nodes import walk


@dataclass(frozen=True)
class Beside:
    """The other files of an archive. `modules` are the names that a file may import from the archive, and `files` are
    the imported files, keyed by path. `main` is the path of the inspected file, or empty. `wanted` is the function in
    the main file that the project names.
    """

    main: str = ""
    modules: frozenset[str] = frozenset()
    files: dict[str, ast.Module] = field(default_factory=dict)
    folders: tuple[str, ...] = ()
    wanted: str | None = None

    @property
    def trees(self) -> list[ast.Module]:
        return list(self.files.values())

    def find_module(self, importer: str, level: int, module: str) -> str | None:
        """Returns the path of a module that one of the files imports, or None if it is not in the archive. `level` is the
        number of dots before the module's name.
        """
        return next((path for path in _paths(importer, level, module, self.folders) if path in self.files), None)


NOTHING_BESIDE = Beside()


class BesideProblem(Exception):
    """A file that the agent imports cannot be parsed. `cause` says why."""

    def __init__(self, path: str, cause: Exception) -> None:
        super().__init__(path)
        self.path = path
        self.cause = cause


def _paths(importer: str, level: int, module: str, folders: tuple[str, ...]) -> Iterator[str]:
    """Yields the paths at which a module can be."""
    if level:
        parts = importer.split("/")[:-level]
        starts = ["/".join(parts)] if len(importer.split("/")) >= level else []
    else:
        starts = list(folders)
    for start in starts:
        stem = "/".join(filter(None, [start, *module.split(".")]))
        if module:
            yield f"{stem}.py"
        yield f"{stem}/__init__.py" if stem else "__init__.py"


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yields the level and the name of each module that a file may import. Each imported member may also be a module.
    """
    for node in walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from ((0, name) for name in _with_parents(alias.name))
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield from ((node.level, name) for name in _with_parents(module))
            if node.level:
                yield node.level, ""
            for alias in node.names:
                yield node.level, f"{module}.{alias.name}".lstrip(".")


def _with_parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _read_reached(tree: ast.Module, main: str, sources: dict[str, str], folders: tuple[str, ...]) -> dict[str, ast.Module]:
    """Returns the files that the main file imports, keyed by path. Other files, such as tests, do not run."""
    found: dict[str, ast.Module] = {}
    waiting = [(main, tree)]
    while waiting:
        importer, statements = waiting.pop()
        for level, module in dict.fromkeys(_imports(statements)):
            path = next((each for each in _paths(importer, level, module, folders) if each in sources), None)
            if path is None or path in found or path == main:
                continue
            try:
                found[path] = ast.parse(sources[path])
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                raise BesideProblem(path, error) from None
            waiting.append((path, found[path]))
    return dict(sorted(found.items()))


def _names(path: str, folders: tuple[str, ...]) -> Iterator[str]:
    """Yields the top-level names under which a file can be imported."""
    for folder in folders:
        if not folder or path.startswith(f"{folder}/"):
            yield (path[len(folder) + 1 :] if folder else path).partition("/")[0].removesuffix(".py")


def read_beside(archive: object, tree: ast.Module) -> Beside:
    """Reads an archive in the shape of InspectedArchive (runtime/protocol/inspection.ts). Raises BesideProblem if an
    imported file cannot be parsed.
    """
    if not isinstance(archive, dict):
        return NOTHING_BESIDE
    main, sources = str(archive["entry"]), archive["sources"]
    folders = tuple(import_folders(sources.keys(), main))
    modules = frozenset(name for path in sources for name in _names(path, folders))
    return Beside(main, modules, _read_reached(tree, main, sources, folders), folders, archive.get("function"))
