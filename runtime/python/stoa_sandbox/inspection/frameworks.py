"""Which framework a file is written for, from what it imports."""

from __future__ import annotations

import ast

_LANGCHAIN = ("langchain", "langgraph")
_AUTOGEN = ("autogen", "pyautogen", "ag2")


def imported_modules(tree: ast.Module) -> list[str]:
    """Top-level names of all modules imported at any depth, sorted. Relative imports have none."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".", 1)[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".", 1)[0])
    return sorted(names)


def _imports_any(imports: list[str], families: tuple[str, ...]) -> bool:
    """A family's packages are named after it: langchain_openai, autogen_agentchat."""
    return any(name == family or name.startswith(family + "_") for name in imports for family in families)


def framework_of(imports: list[str]) -> tuple[str | None, str | None]:
    """The framework, or None; and why it is unclear, or None. A file that imports none of them may still be plain."""
    langchain = _imports_any(imports, _LANGCHAIN)
    autogen = _imports_any(imports, _AUTOGEN)
    if langchain and autogen:
        return None, "The file imports both LangChain and AutoGen; an agent runs on one of them."
    if langchain:
        return "langchain", None
    if autogen:
        return "autogen", None
    return ("stoa" if "stoa" in imports else None), None
