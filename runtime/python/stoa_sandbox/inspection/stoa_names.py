"""Under which names a file knows the package `stoa` and what it imports from it."""

from __future__ import annotations

import ast


class StoaNames:
    """The names of `stoa` itself and of one of its members, wherever in the file they are imported."""

    def __init__(self, tree: ast.Module, member: str) -> None:
        self._member = member
        self._modules: set[str] = set()
        self._members: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self._modules.update(alias.asname or alias.name for alias in node.names if alias.name == "stoa")
            elif isinstance(node, ast.ImportFrom) and node.module == "stoa" and node.level == 0:
                self._members.update(alias.asname or alias.name for alias in node.names if alias.name == member)

    def means(self, node: ast.expr) -> bool:
        """Whether the expression is the member: `stoa.agent`, or `agent` where that was imported."""
        if isinstance(node, ast.Name):
            return node.id in self._members
        return (
            isinstance(node, ast.Attribute)
            and node.attr == self._member
            and isinstance(node.value, ast.Name)
            and node.value.id in self._modules
        )
