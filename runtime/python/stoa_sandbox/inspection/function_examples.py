"""Finds an example of a function's input in the call with which the file tries the function out:
`print(run("Rome", days=3))`.

The author runs the first such call whose arguments are literals, or names of literals. The trial run of an upload uses
it, because made-up values, such as "Hello" for a date, would fail in a file that works.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable

from .entry import named_parameters
from .names import Function, own_nodes
from .nodes import walk

Json = dict[str, object]

# The maximum length of an example as JSON. A longer example is data that nobody reads on the agent's page.
_LONGEST_EXAMPLE = 4_000


class _NotLiteral(Exception):
    pass


def function_example(tree: ast.Module, name: str, function: Function, takes: str) -> Json | None:
    """Returns the input of the first suitable call of `name` (`run`, or `Bot.answer` for a method) that is not in the
    function's own body, or None. `takes` is as in EntryPoint (runtime/protocol/inspection.ts).
    """
    called = name.rpartition(".")[2]
    is_method = "." in name
    inner = set(map(id, walk(function)))
    for statements in (tree.body, *(item.body for item in _functions_that_try(tree, function))):
        constants: dict[str, object] = {}
        for node in _in_order(own_nodes(statements)):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                _remember(constants, node.targets[0].id, node.value)
            if id(node) in inner or not isinstance(node, ast.Call) or _called_name(node, is_method) != called:
                continue
            example = _read_call(node, function, takes, is_method, constants)
            if example is not None and len(json.dumps(example)) <= _LONGEST_EXAMPLE:
                return example
    return None


def _in_order(nodes: Iterable[ast.AST]) -> list[ast.expr | ast.stmt]:
    return sorted((node for node in nodes if isinstance(node, (ast.expr, ast.stmt))), key=_place)


def _place(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return (node.lineno, node.col_offset)


def _functions_that_try(tree: ast.Module, function: Function) -> list[Function]:
    """Returns `main` and similar functions, which have no parameters and therefore contain their input themselves."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in tree.body if isinstance(node, kinds) and node is not function]
    return [node for node in found if not named_parameters(node)]


def _called_name(call: ast.Call, is_method: bool) -> str | None:
    if is_method:
        return call.func.attr if isinstance(call.func, ast.Attribute) else None
    return call.func.id if isinstance(call.func, ast.Name) else None


def _remember(constants: dict[str, object], name: str, value: ast.expr) -> None:
    try:
        constants[name] = _read_literal(value, constants)
    except _NotLiteral:
        constants.pop(name, None)


def _read_literal(node: ast.expr, constants: dict[str, object]) -> object:
    if isinstance(node, ast.Name) and node.id in constants:
        return constants[node.id]
    try:
        return json.loads(json.dumps(ast.literal_eval(node), allow_nan=False))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
        raise _NotLiteral from error


def _read_call(
    call: ast.Call, function: Function, takes: str, is_method: bool, constants: dict[str, object]
) -> Json | None:
    parameters = named_parameters(function)[1 if is_method else 0 :]
    names = [argument.arg for argument, _ in parameters]
    positional = len(function.args.posonlyargs + function.args.args) - is_method
    if len(call.args) > positional or not (call.args or call.keywords):
        return None
    try:
        given = {name: _read_literal(value, constants) for name, value in zip(names, call.args)}
        given |= {item.arg: _read_literal(item.value, constants) for item in call.keywords if item.arg is not None}
    except _NotLiteral:
        return None
    if takes == "input_data":
        whole = next(iter(given.values()), None)
        return whole if isinstance(whole, dict) and all(isinstance(key, str) for key in whole) else None
    required = {argument.arg for argument, default in parameters if default is None}
    return given if required <= given.keys() <= set(names) else None
