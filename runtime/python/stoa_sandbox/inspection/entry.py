"""Finds the functions that can be an entry point, and how they take their input."""

from __future__ import annotations

import ast

from .annotations import classes_of, read_annotation
from .docstrings import read_docstring
from .names import Function
from .stoa_names import StoaNames

# The names of entry points in order of precedence. For example, run takes precedence over main.
CONVENTIONAL_NAMES = ("run", "main", "handle", "invoke")
WHOLE_INPUT = "input_data"
# A single parameter with one of these names, without annotation and default, must be the whole input.
WHOLE_INPUT_NAMES = {"args", "body", "data", "event", "inputs", "params", "payload", "request", "state"}


class EntryProblem(Exception):
    """The entry point cannot be determined or read. `path` is the file with the problem, if it is not the main file of
    its archive."""

    def __init__(self, message: str, line: int | None = None, path: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.path = path


def _functions(tree: ast.Module) -> list[Function]:
    return [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


def _decorator_among(function: Function, names: StoaNames) -> ast.expr | None:
    for decorator in function.decorator_list:
        if names.member(decorator.func if isinstance(decorator, ast.Call) else decorator):
            return decorator
    return None


def decorator_of(tree: ast.Module, function: Function) -> ast.expr | None:
    """Returns the function's @stoa.agent or @stoa.agent(...) decorator, under any name with which it was imported, or
    None if the function has none.
    """
    return _decorator_among(function, StoaNames(tree, "agent"))


def decorated_function(tree: ast.Module) -> Function | None:
    """Returns the decorated function. Raises EntryProblem if two functions are decorated with @stoa.agent."""
    names = StoaNames(tree, "agent")
    decorated = [item for item in _functions(tree) if _decorator_among(item, names) is not None]
    if len(decorated) > 1:
        first, second = decorated[0].name, decorated[1]
        raise EntryProblem(
            f"Two functions are decorated with @stoa.agent, {first} and {second.name}. Decorate only one.",
            second.lineno,
        )
    return decorated[0] if decorated else None


def named_parameters(function: Function) -> list[tuple[ast.arg, ast.expr | None]]:
    """Returns every named parameter with its default, or with None if it has no default."""
    arguments = function.args
    positional = arguments.posonlyargs + arguments.args
    missing: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    pairs = list(zip(positional, missing + arguments.defaults, strict=True))
    return pairs + list(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))


def takes(tree: ast.Module, function: Function, is_method: bool = False) -> str:
    """Returns `none`, `input_data` (one dict or model) or `parameters`. The stoa package's README states the rule."""
    parameters = named_parameters(function)[1 if is_method else 0 :]
    if not parameters:
        return "parameters" if function.args.kwarg else "none"
    first, default = parameters[0]
    alone = all(other is not None for _, other in parameters[1:]) and default is None
    if first in function.args.kwonlyargs or not alone:
        return "parameters"
    if first.arg == WHOLE_INPUT:
        return "input_data"
    if len(parameters) > 1:
        return "parameters"
    annotation = read_annotation(first.annotation, classes_of(tree))
    if annotation.fields is not None or annotation.type == "object":
        return "input_data"
    if first.annotation is not None:
        return "parameters"
    documented = read_docstring(ast.get_docstring(function)).types.get(first.arg)
    if documented == "object" or (documented is None and first.arg in WHOLE_INPUT_NAMES):
        return "input_data"
    return "parameters"
