"""Statements that try the agent out when the file is run on its own: they are left out where an agent is run.

A file from a documentation ends with `print(agent.invoke(...))`. Here it would be a second run, paid by each caller.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from .names import Function, is_main_guard, own_nodes

# How frameworks' objects are set going.
DRIVERS = {
    "abatch", "ainvoke", "arun", "astream", "astream_events", "astream_log", "batch", "invoke", "run", "run_stream",
    "stream", "stream_events",
}  # fmt: skip
_LOOPS = {"asyncio", "anyio", "trio", "nest_asyncio"}


def driven_name(call: ast.AST) -> str | None:
    """`agent` of `agent.invoke(...)`."""
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in DRIVERS:
        return call.func.value.id if isinstance(call.func.value, ast.Name) else None
    return None


def _shows_pictures(node: ast.AST) -> bool:
    """A notebook's imports, and graphs drawn by a service on the web."""
    if isinstance(node, ast.Import):
        return all(alias.name.split(".", 1)[0] == "IPython" for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".", 1)[0] == "IPython"
    return isinstance(node, ast.Attribute) and node.attr in ("draw_mermaid_png", "draw_png")


def _imported(statement: ast.stmt) -> set[str]:
    if not isinstance(statement, (ast.Import, ast.ImportFrom)):
        return set()
    return {(alias.asname or alias.name).split(".", 1)[0] for alias in statement.names}


def _asks(node: ast.AST) -> bool:
    """`input()` and `getpass.getpass()`: nobody sits at a keyboard, and no key is needed."""
    called = node.func if isinstance(node, ast.Call) else None
    name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", None)
    return name == "getpass" or (isinstance(called, ast.Name) and name == "input")


def _called_function(node: ast.AST) -> str | None:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def _starts_a_loop(node: ast.AST) -> bool:
    """asyncio.run(...), nest_asyncio.apply() and their kin: no file needs them to build an agent."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in _LOOPS
    )


def _driving_functions(tree: ast.Module, entry: str) -> set[str]:
    """Functions of the file that run the entry or ask a person, or call one that does."""
    functions = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    found: set[str] = set()
    while True:
        grown = {
            name
            for name, function in functions.items()
            if name not in found
            and name != entry
            and any(
                driven_name(node) == entry or _asks(node) or _called_function(node) in found
                for node in own_nodes(function.body)
            )
        }
        if not grown:
            return found
        found |= grown


def _names(nodes: Iterable[ast.AST], context: type) -> set[str]:
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, context)}


def _is_definition(statement: ast.stmt) -> bool:
    kept = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    return isinstance(statement, kept) and not _shows_pictures(statement)


def tryouts(tree: ast.Module, entry: str) -> list[ast.stmt]:
    """Top-level statements that run the entry, start an event loop, ask a person, draw, or use what such a one made.

    None where a function of the file needs what they make: then they are no mere try-out.
    """
    driving = _driving_functions(tree, entry)
    left_out: list[ast.stmt] = []
    made: set[str] = set()
    for statement in tree.body:
        if _is_definition(statement) or is_main_guard(statement):
            continue
        nodes = list(own_nodes([statement]))
        if (
            any(driven_name(node) == entry or _starts_a_loop(node) for node in nodes)
            or any(_called_function(node) in driving or _asks(node) or _shows_pictures(node) for node in nodes)
            or _names(nodes, ast.Load) & made
        ):
            left_out.append(statement)
            made |= _names(nodes, ast.Store) | _imported(statement)
        else:
            made -= _names(nodes, ast.Store)
    needed = (node for statement in tree.body if _is_definition(statement) for node in ast.walk(statement))
    if entry in made or _names(needed, ast.Load) & made - _names_of_functions(tree):
        return []
    return left_out


def _names_of_functions(tree: ast.Module) -> set[str]:
    """Names that functions make for themselves: `result` inside one is not the file's."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            arguments = node.args
            found |= {item.arg for item in arguments.posonlyargs + arguments.args + arguments.kwonlyargs}
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found |= _names(ast.walk(node), ast.Store)
    return found


def without(tree: ast.Module, statements: list[ast.stmt]) -> ast.Module:
    return ast.Module(body=[item for item in tree.body if item not in statements], type_ignores=[])


def takes_nothing(function: Function) -> bool:
    """Whether a function can be called as `main()`; sys.argv is nothing that an agent is given."""
    arguments = function.args
    defaults = len(arguments.defaults)
    needed = (arguments.posonlyargs + arguments.args)[: len(arguments.posonlyargs + arguments.args) - defaults]
    missing = [item for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults) if default is None]
    return not [item for item in needed + missing if item.arg not in ("self", "cls")]
