"""Finds the environment variables that a file needs to run, as far as its text shows."""

from __future__ import annotations

import ast
import re

_NAME = re.compile(r"[A-Z_][A-Z0-9_]{0,127}$")
# The maximum number of names: twice the 50 secrets that an agent can have. Only a hostile file has more.
_MOST = 100


def _is_environment(node: ast.expr) -> bool:
    """Returns whether this is `os.environ`, or `environ` as imported from os."""
    if isinstance(node, ast.Attribute):
        return node.attr == "environ" and isinstance(node.value, ast.Name) and node.value.id == "os"
    return isinstance(node, ast.Name) and node.id == "environ"


def _is_getter(call: ast.Call) -> bool:
    """Returns whether a call reads a variable without a default: os.environ.get, os.getenv or getenv."""
    function = call.func
    if len(call.args) != 1 or call.keywords:
        return False
    if isinstance(function, ast.Name):
        return function.id == "getenv"
    if not isinstance(function, ast.Attribute):
        return False
    if function.attr == "getenv":
        return isinstance(function.value, ast.Name) and function.value.id == "os"
    return function.attr == "get" and _is_environment(function.value)


def _asks_for_secret(node: ast.expr) -> bool:
    """Returns whether a person would type the value at a prompt."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in ("getpass", "input")


def _keys(node: ast.AST) -> list[ast.expr]:
    """Returns the expressions that name variables in one node."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and _is_environment(node.value):
        return [node.slice]
    if isinstance(node, ast.Call) and _is_getter(node):
        return [node.args[0]]
    if isinstance(node, ast.Assign) and _asks_for_secret(node.value):
        return [
            target.slice
            for target in node.targets
            if isinstance(target, ast.Subscript) and _is_environment(target.value)
        ]
    return []


def _helpers(tree: ast.Module) -> dict[str, int]:
    """Returns functions that read or set the variable that one of their parameters names, with the position of
    that parameter.

    LangChain's guides define one: `def _set_env(name): ...`.
    """
    found: dict[str, int] = {}
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        parameters = [parameter.arg for parameter in function.args.args]
        for node in ast.walk(function):
            for key in _keys(node):
                if isinstance(key, ast.Name) and key.id in parameters:
                    found[function.name] = parameters.index(key.id)
    return found


def read_environment_names(tree: ast.Module) -> list[str]:
    """Returns the names in the order of the file, each once. Variables that are read with a default are left out."""
    helpers = _helpers(tree)
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        keys = _keys(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in helpers:
            keys = [*keys, *node.args[helpers[node.func.id] :][:1]]
        for key in keys:
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and _NAME.match(key.value):
                names[key.value] = None
        if len(names) >= _MOST:
            break
    return list(names)
