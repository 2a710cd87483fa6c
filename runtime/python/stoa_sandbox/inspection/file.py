"""One source file -> what can be known of it, in the shape of Inspection (runtime/protocol/inspection.ts)."""

from __future__ import annotations

import ast

from .declaration import read_declaration
from .entry import EntryProblem, decorator_of, find_entry, takes
from .frameworks import framework_of, imported_modules
from .parameters import read_parameters

Json = dict[str, object]

_TOO_COMPLEX = "The file is too deeply nested to be read."
_NO_ENTRY = (
    "No entry point: decorate a function with @stoa.agent, or name one run, main, handle or invoke, "
    "at the top level of the file."
)


def _empty() -> Json:
    declaration: Json = {
        key: [] for key in ("features", "useCases", "tags", "models", "connectors", "examples")
    }
    return {"parameters": [], "declaration": declaration, "imports": []}


def _problem(message: str, line: int | None = None) -> Json:
    return {"message": message} if line is None else {"message": message, "line": max(line, 1)}


def _syntax_problem(error: Exception) -> Json:
    if isinstance(error, SyntaxError):
        return _problem(f"{(error.msg or 'invalid syntax').capitalize()}.", error.lineno)
    if isinstance(error, ValueError):
        return _problem("The file holds characters that Python source may not hold.")
    return _problem(_TOO_COMPLEX)


def _describe(tree: ast.Module) -> Json:
    result = _empty()
    imports = imported_modules(tree)
    result["imports"] = imports
    framework, unclear = framework_of(imports)
    entry = None
    problem: Json | None = _problem(unclear) if unclear else None
    try:
        entry = find_entry(tree)
        result["declaration"] = read_declaration(tree, entry, decorator_of(tree, entry) if entry else None)
    except EntryProblem as error:
        problem = problem or _problem(str(error), error.line)
    if entry is not None:
        way = takes(tree, entry)
        kind = "decorated" if decorator_of(tree, entry) is not None else "function"
        result["entry"] = {"name": entry.name, "kind": kind, "takes": way}
        result["parameters"] = read_parameters(tree, entry, way)
    elif problem is None:
        problem = _problem(_NO_ENTRY)
    if framework is None and entry is not None and not unclear:
        framework = "stoa"
    if framework is not None:
        result["framework"] = framework
    if problem is not None:
        result["entryProblem"] = problem
    return result


def inspect_source(source: str) -> Json:
    """Never raises on any source that the interpreter survives; the sandbox takes care of the rest."""
    try:
        return _describe(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {**_empty(), "syntaxProblem": _syntax_problem(error)}
