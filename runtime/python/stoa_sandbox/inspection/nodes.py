"""Walks the nodes of a syntax tree. An inspection walks a file about ten times, and `ast.walk` takes most of its time."""

from __future__ import annotations

import ast
from collections.abc import Iterator


# The fields that can contain nodes, for each kind of node that was seen.
_fields: dict[type[ast.AST], tuple[str, ...]] = {}
_NEVER_NODES = frozenset({"ctx", "id", "attr", "kind", "lineno", "type_comment", "conversion", "is_async", "level"})


def _fields_of(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Constant):
        fields: tuple[str, ...] = ()
    else:
        fields = tuple(field for field in node._fields if field not in _NEVER_NODES)
    _fields[type(node)] = fields
    return fields


def _add_children(node: ast.AST, found: list[ast.AST]) -> None:
    fields = _fields.get(type(node))
    for field in _fields_of(node) if fields is None else fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            for item in value:
                if isinstance(item, ast.AST):
                    found.append(item)
        elif isinstance(value, ast.AST):
            found.append(value)


def children(node: ast.AST) -> list[ast.AST]:
    """Returns a node's direct children in order, without the contexts (`ast.Load` and the like) of expressions."""
    found: list[ast.AST] = []
    _add_children(node, found)
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yields a node and all nodes below it, in the order of `ast.walk`, without the contexts of expressions."""
    found = [node]
    # The loop also visits the nodes that it adds.
    for current in found:
        yield current
        _add_children(current, found)
