"""Finds the names under which a file uses the package `stoa` and the members that it imports from the package."""

from __future__ import annotations

import ast

from .nodes import walk


class StoaNames:
    """The names of `stoa` itself and of some of its members, from imports anywhere in the file."""

    def __init__(self, tree: ast.Module, *members: str) -> None:
        self._known = members
        self._modules: set[str] = set()
        self._members: dict[str, str] = {}
        for node in walk(tree):
            if isinstance(node, ast.Import):
                self._modules.update(alias.asname or alias.name for alias in node.names if alias.name == "stoa")
            elif isinstance(node, ast.ImportFrom) and node.module == "stoa" and node.level == 0:
                found = {alias.asname or alias.name: alias.name for alias in node.names if alias.name in members}
                self._members.update(found)

    def member(self, node: ast.expr) -> str | None:
        """Returns the name of the member of `stoa` to which the expression refers: `agent` for `stoa.agent`, and for
        `agent` or its alias if it was imported by name. Returns None for other expressions.
        """
        if isinstance(node, ast.Name):
            return self._members.get(node.id)
        if not isinstance(node, ast.Attribute) or node.attr not in self._known:
            return None
        return node.attr if isinstance(node.value, ast.Name) and node.value.id in self._modules else None
