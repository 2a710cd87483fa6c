"""Finds the modules that a file imports from packages and the package of each module, and proposes a block for a file
without script metadata.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .frameworks import environment_of
from .requirements import canonical_name, name_of

_FOLDER = Path(__file__).parent
# The maximum number of imports to report. Real files import a few dozen modules, and hostile files any number.
_MOST_IMPORTS = 200
_LONGEST_MODULE = 200
# Modules that every run has and that belong to no package.
_OURS = ("stoa", "__future__")
_IMPORT_ERRORS = ("ImportError", "ModuleNotFoundError", "Exception", "BaseException")
_OLDEST_PYTHON = "3.10"


@dataclass(frozen=True)
class ThirdPartyImport:
    """An import from a package. `when` is `start` if it runs when the file is loaded, `call` if it is in a function,
    and `optional` if the file handles its failure. `package` is None if no known package contains the module.
    """

    module: str
    package: str | None
    line: int
    when: str
    is_shipped: bool


@dataclass(frozen=True)
class _Statement:
    module: str
    # The names that `from x import y` imports, which can be modules of separate packages.
    members: tuple[str, ...]
    line: int
    when: str


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    lines = (_FOLDER / "import-table.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


@lru_cache(maxsize=1)
def _load_shipped() -> dict[str, list[str]]:
    return json.loads((_FOLDER / "shipped-modules.json").read_text("utf-8"))


def _prefixes(module: str) -> Iterator[str]:
    """Yields the module and the packages that contain it, the longest name first."""
    parts = module.split(".")
    for count in range(len(parts), 0, -1):
        yield ".".join(parts[:count])


def package_of(module: str) -> str | None:
    """Returns the distribution that contains a module, under the name that files declare, or None if none is known."""
    table = _table()
    return next((table[name] for name in _prefixes(module) if name in table), None)


def _handles_import_errors(node: ast.Try) -> bool:
    for handler in node.handlers:
        caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        if any(name is None or (isinstance(name, ast.Name) and name.id in _IMPORT_ERRORS) for name in caught):
            return True
    return False


def _is_skipped(test: ast.expr) -> bool:
    """Returns whether a condition is false when Stoa loads the file."""
    if isinstance(test, ast.Compare):
        return isinstance(test.left, ast.Name) and test.left.id == "__name__"
    return "TYPE_CHECKING" in (getattr(test, "id", None), getattr(test, "attr", None))


def _branches(node: ast.stmt, when: str) -> list[tuple[list[ast.stmt], str]]:
    """Returns the blocks of a statement, each with the time at which its imports run."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return [(node.body, "call" if when == "start" else when)]
    if isinstance(node, ast.Try) and _handles_import_errors(node):
        handlers = [(handler.body, "optional") for handler in node.handlers]
        return [(node.body, "optional"), *handlers, (node.orelse, "optional"), (node.finalbody, when)]
    if isinstance(node, ast.If) and _is_skipped(node.test):
        return [(node.body, "optional"), (node.orelse, when)]
    blocks = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
    handlers = [handler.body for handler in getattr(node, "handlers", [])]
    cases = [case.body for case in getattr(node, "cases", [])]
    return [(block, when) for block in [*blocks, *handlers, *cases]]


# The kinds of statements that contain no other statements. Most statements in a file are of these kinds.
_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Raise, ast.Pass, ast.Delete, ast.Assert)


def _statements(tree: ast.Module) -> Iterator[_Statement]:
    """Yields the import statements. Does not recurse, because a hostile file can be nested as deeply as Python parses."""
    waiting: list[tuple[list[ast.stmt], str]] = [(tree.body, "start")]
    while waiting:
        block, when = waiting.pop()
        for node in block:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield _Statement(alias.name, (), node.lineno, when)
            elif isinstance(node, ast.ImportFrom):
                if node.level == 0 and node.module:
                    yield _Statement(node.module, tuple(alias.name for alias in node.names), node.lineno, when)
            elif not isinstance(node, _SIMPLE):
                waiting += _branches(node, when)


def _resolve(statement: _Statement, shipped: set[str]) -> Iterator[ThirdPartyImport]:
    """Yields one import, or one for each member of a namespace, such as `from google import genai`."""
    module = statement.module
    names = [module]
    if package_of(module) is None and not any(name in shipped for name in _prefixes(module)):
        members = [f"{module}.{member}" for member in statement.members]
        known = [name for name in members if name in shipped or package_of(name) is not None]
        names = known or names
    for name in names:
        is_shipped = any(prefix in shipped for prefix in _prefixes(name))
        yield ThirdPartyImport(name, package_of(name), statement.line, statement.when, is_shipped)


_ORDER = ("start", "call", "optional")


def find_third_party(tree: ast.Module, framework: str | None) -> list[ThirdPartyImport]:
    """Returns the imports from packages, each module once, with the earliest time at which it is imported."""
    shipped = set(_load_shipped()[environment_of(framework)])
    found: dict[str, ThirdPartyImport] = {}
    for statement in sorted(_statements(tree), key=lambda item: (_ORDER.index(item.when), item.line)):
        top = statement.module.partition(".")[0]
        if top in sys.stdlib_module_names or top in _OURS or len(statement.module) > _LONGEST_MODULE:
            continue
        for item in _resolve(statement, shipped):
            found.setdefault(item.module, item)
        if len(found) >= _MOST_IMPORTS:
            break
    return list(found.values())


def find_missing(imports: list[ThirdPartyImport]) -> list[ThirdPartyImport]:
    """Returns the imports that a file cannot do without and that the shipped environment of its framework lacks."""
    return [item for item in imports if not item.is_shipped and item.when != "optional"]


def offer_block(
    imports: list[ThirdPartyImport], installs: list[str] | None = None, model_packages: dict[str, str] | None = None
) -> str | None:
    """Returns the block to add to a file without a block. Returns None if no module is missing, or if no package is
    known for the missing modules, neither from our table nor from the file's `pip install` lines. `model_packages` are
    packages that the file needs because it names a model, with the beginning of the model's name.

    The block contains every package of the file, because a file with a block runs only with the packages in the block.
    """
    missing = find_missing(imports)
    installed = _filter_not_imported(installs or [], imports)
    if not any(item.package for item in missing) and not (missing and installed):
        return None
    wanted: dict[str, list[str]] = {}
    for item in imports:
        if item.package is not None and (item.when != "optional" or item.is_shipped):
            wanted.setdefault(item.package, []).append(item.module)
    for package, prefix in (model_packages or {}).items():
        wanted.setdefault(package, [f'"{prefix}..."'])
    rows = [f"#     {_row(package, wanted[package])}" for package in sorted(wanted)]
    rows += [f'#     "{requirement}",  # installed with pip' for requirement in installed]
    unknown = sorted({item.module.partition(".")[0] for item in missing if item.package is None})
    notes = [f"#     # Unknown package: {name}. Add the package that contains it." for name in unknown]
    lines = ["# /// script", f'# requires-python = ">={_OLDEST_PYTHON}"', "# dependencies = ["]
    return "\n".join([*lines, *rows, *notes, "# ]", "# ///", ""])


def _filter_not_imported(installs: list[str], imports: list[ThirdPartyImport]) -> list[str]:
    """Returns the packages that the file installs with pip, without the packages that its imports already name."""
    named = {canonical_name(item.package) for item in imports if item.package is not None}
    return [item for item in installs if name_of(item) not in named]


def _row(package: str, modules: list[str]) -> str:
    top = modules[0].partition(".")[0]
    same = package.replace("-", "_").lower() == top.lower()
    return f'"{package}",' if same else f'"{package}",  # {modules[0]}'
