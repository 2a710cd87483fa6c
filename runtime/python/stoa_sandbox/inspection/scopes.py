"""Finds the names that a part of a file binds, and the names that it uses from outside."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from .names import own_nodes

_Scope = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def bound_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Returns the names that assignments, imports, definitions and `except ... as` in these nodes bind."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(alias.asname or alias.name).split(".", 1)[0] for alias in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.ExceptHandler) and node.name is not None:
            found.add(node.name)
    return found


def _parameters(node: ast.AST) -> set[str]:
    arguments = getattr(node, "args", None)
    if not isinstance(arguments, ast.arguments):
        return set()
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {item.arg for item in named if item is not None}


def _outside(node: ast.AST) -> list[ast.AST]:
    """Returns the expressions that Python evaluates when a function is defined: decorators, defaults and annotations.
    """
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]
    parts: list[ast.AST | None] = [*getattr(node, "decorator_list", []), *arguments.defaults, *arguments.kw_defaults]
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    parts += [item.annotation for item in every if item is not None]
    parts.append(getattr(node, "returns", None))
    return [part for part in parts if part is not None]


def free_names(root: ast.AST) -> set[str]:
    """Returns the names that these nodes, and the functions in them, use from outside. Always includes names declared
    `global`."""
    if isinstance(root, _Scope):
        body = root.body if isinstance(root.body, list) else [root.body]
        outer = set().union(*(free_names(part) for part in _outside(root)))
        own = list(own_nodes(body))
        shared = {name for node in own if isinstance(node, ast.Global) for name in node.names}
        local = (_parameters(root) | bound_names(own)) - shared
        return outer | shared | (_free_among(own) - local)
    if isinstance(root, ast.ClassDef):
        heads = [*root.decorator_list, *root.bases, *(keyword.value for keyword in root.keywords)]
        return _free_among(own_nodes([*heads, *root.body]))
    return _free_among(own_nodes([root]))


def _free_among(nodes: Iterable[ast.AST]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (*_Scope, ast.ClassDef)):
            found |= free_names(node)
    return found
