"""Recognizes a file's framework by its imports."""

from __future__ import annotations

import ast

from .nodes import walk

# deepagents creates graphs of LangGraph.
_LANGCHAIN = ("langchain", "langgraph", "deepagents")
_AUTOGEN = ("autogen", "pyautogen", "ag2")


def imported_modules(tree: ast.Module) -> list[str]:
    """Returns the sorted top-level names of all modules that are imported at any depth, without relative imports."""
    names: set[str] = set()
    for node in walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".", 1)[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".", 1)[0])
    return sorted(names)


def _imports_any(imports: list[str], families: tuple[str, ...]) -> bool:
    """Returns whether the file imports a package of a family. The package's name begins with the family's:
    langchain_openai."""
    return any(name == family or name.startswith(family + "_") for name in imports for family in families)


def framework_of(imports: list[str]) -> tuple[str | None, str | None]:
    """Returns the framework or None, and the reason if it is ambiguous or None. A file that imports no framework can
    still be plain Python.
    """
    langchain = _imports_any(imports, _LANGCHAIN)
    autogen = _imports_any(imports, _AUTOGEN)
    if langchain and autogen:
        return None, "The file imports both LangChain and AutoGen, but an agent runs on only one. Remove one of them."
    if langchain:
        return "langchain", None
    if autogen:
        return "autogen", None
    return ("stoa" if "stoa" in imports else None), None


def environment_of(framework: str | None) -> str:
    """Returns the shipped environment in which files of a framework run (runtime/python/environments)."""
    return framework if framework in ("langchain", "autogen") else "base"
