"""Finds an entry point that the main file of an archive only imports: `from my_agent.core import run`."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .beside import Beside
from .entry import CONVENTIONAL_NAMES
from .entry_kinds import AGENT_KINDS, NAMES, Entry
from .named_entry import find_named_entry
from .names import DEEPEST, Names, is_main_guard, statements_of
from .nodes import walk
from .plain_entries import takes_text
from .tryouts import driven_name


@dataclass(frozen=True)
class _Import:
    """An import. `name` is the name in the main file. `path` and `defined_as` are the file that defines it and its name
    there."""

    name: str
    path: str
    defined_as: str


def _definition(path: str, name: str, beside: Beside) -> tuple[str, str] | None:
    """Returns the file that defines a name and the name there, or None. Follows the name through files that re-export
    it, such as __init__.py.
    """
    for _ in range(DEEPEST):
        tree = beside.files[path]
        names = Names(tree.body)
        if name in names.functions or name in names.classes or name in names.values:
            return path, name
        found = next((item for item in _from_imports(tree) if name in (item[1].asname, item[1].name)), None)
        if found is None:
            return None
        statement, alias = found
        source = beside.find_module(path, statement.level, statement.module or "")
        if source is None:
            return None
        path, name = source, alias.name
    return None


def _from_imports(tree: ast.Module) -> list[tuple[ast.ImportFrom, ast.alias]]:
    """Returns the names that `from module import name` imports when the file is loaded."""
    loaded = statements_of([item for item in tree.body if not is_main_guard(item)])
    found = [item for item in loaded if isinstance(item, ast.ImportFrom)]
    return [(item, alias) for item in found for alias in item.names if alias.name != "*"]


def _imports(tree: ast.Module, beside: Beside) -> list[_Import]:
    found = []
    for statement, alias in _from_imports(tree):
        source = beside.find_module(beside.main, statement.level, statement.module or "")
        place = _definition(source, alias.name, beside) if source is not None else None
        if place is not None:
            found.append(_Import(alias.asname or alias.name, *place))
    return found


def _describe(item: _Import, framework: str | None, beside: Beside) -> Entry | None:
    tree = beside.files[item.path]
    entry = find_named_entry(tree, framework, item.defined_as)
    if entry is None:
        return None
    entry.path, entry.tree, entry.defined_as = item.path, tree, item.defined_as
    entry.name = ".".join([item.name, *entry.name.split(".")[1:]])
    return entry


def _used(tree: ast.Module) -> set[str]:
    """Returns the names that the file calls or runs."""
    calls = [node for node in walk(tree) if isinstance(node, ast.Call)]
    called = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
    return called | {name for node in calls if (name := driven_name(node)) is not None}


def find_imported_entry(
    tree: ast.Module, framework: str | None, beside: Beside, only_named: bool = False, wanted: str | None = None
) -> Entry | None:
    """Returns the entry point among the main file's imports from the archive: `wanted`, else the import with a usual
    name, else the only import that the file uses. Returns None if there is none.
    """
    if not beside.files:
        return None
    imports = _imports(tree, beside)
    if wanted is not None:
        imports = [item for item in imports if item.name == wanted]
    usual = [item for name in (*CONVENTIONAL_NAMES, *NAMES) for item in imports if item.name == name]
    used = _used(tree)
    chosen = sorted(usual, key=lambda item: item.name not in used)
    if not chosen and not only_named:
        candidates = [item for item in imports if item.name in used] or imports
        chosen = [item for item in candidates if wanted is not None or _takes_message(item, framework, beside)]
        chosen = chosen if len(chosen) == 1 else []
    return next((found for item in chosen if (found := _describe(item, framework, beside)) is not None), None)


def _takes_message(item: _Import, framework: str | None, beside: Beside) -> bool:
    """Returns whether something without a usual name can answer: a function that takes text, or a framework's object.
    """
    entry = _describe(item, framework, beside)
    if entry is None:
        return False
    if isinstance(entry.node, (ast.FunctionDef, ast.AsyncFunctionDef)) and entry.kind == "function":
        return takes_text(beside.files[item.path], entry.node)
    return True


def find_object_of_import(tree: ast.Module, framework: str | None, beside: Beside) -> Entry | None:
    """Returns the object with a usual name that an imported function creates, as in `graph = build_graph()`, or None.
    """
    if framework not in AGENT_KINDS or not beside.files:
        return None
    makers = {item.name: item for item in _imports(tree, beside)}
    names = Names(tree.body)
    for name in NAMES:
        value = names.value(name)
        call = value.value if isinstance(value, ast.Await) else value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in makers:
            continue
        made = _describe(makers[call.func.id], framework, beside)
        if made is not None and made.kind == "factory":
            return Entry(name, "object", "input_data", call, made.object)
    return None
