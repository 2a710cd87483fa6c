"""Finds whether a file uses `stoa.memory` to remember values about its callers: EntryPoint.remembersCallers in
runtime/protocol/inspection.ts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from .nodes import walk
from .stoa_names import StoaNames


def remembers_callers(trees: Iterable[ast.Module]) -> bool:
    """Returns whether one of the files uses `stoa.memory` other than as `stoa.memory.shared`, whose values are not about
    callers.
    """
    return any(_uses_person_memory(tree) for tree in trees)


def _uses_person_memory(tree: ast.Module) -> bool:
    names = StoaNames(tree, "memory")
    expressions = [
        node for node in walk(tree) if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load)
    ]
    shared = {id(node.value) for node in expressions if isinstance(node, ast.Attribute) and node.attr == "shared"}
    return any(names.member(node) == "memory" and id(node) not in shared for node in expressions)
