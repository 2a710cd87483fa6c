"""Resolves the names under which a file uses its imports, wherever they are in the file."""

from __future__ import annotations

import ast

from .nodes import walk


class ImportedNames:
    """All imports of a file, also in functions. If a name is imported twice, the last import is used.
    `packages` are the top-level modules that the file imports.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._names: dict[str, str] = {}
        self.packages: set[str] = set()
        for node in walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.packages.add(alias.name.partition(".")[0])
                    if alias.asname:
                        self._names[alias.asname] = alias.name
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                self.packages.add(node.module.partition(".")[0])
                for alias in node.names:
                    self._names[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def dotted(self, node: ast.expr) -> str:
        """Returns the full dotted name of what an expression refers to, such as `os.environ` for `environ` or an alias.
        Returns "" if the expression is not a name.
        """
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        return ".".join([self._names.get(node.id, node.id), *reversed(parts)])
