"""Finds the external services, agents and hosts that a file needs: its literal declarations, and the `stoa` calls that
use them."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable

from .entry import EntryProblem
from .names import Names
from .nodes import walk
from .stoa_names import StoaNames

# The functions of `stoa` that use an external service or agent.
_ASKING = ("connector", "mcp", "run_agent", "arun_agent")
# The maximum number of items that a message names. The list in a hostile file can have any length.
_MOST_NAMED = 10
_LONGEST_NAMED = 80


class NeedProblem(EntryProblem):
    """A need is not declared, or its declaration is unreadable."""


class Need:
    """A kind of need, with the argument of @stoa.agent and the top-level name that declare it.

    The top-level name is for files whose entry point is a framework's object, or a function without @stoa.agent.
    """

    def __init__(self, argument: str, module_level: str, example: str) -> None:
        self.argument = argument
        self.module_level = module_level
        self.example = example
        self.in_decorator = f"{argument} of @stoa.agent"


class Searched:
    """A file that is searched for needs. The file is walked only once, because a hostile file can be as large as an
    upload may be.
    """

    def __init__(
        self,
        tree: ast.Module,
        decorator: ast.expr | None,
        imports: list[str],
        others: dict[str, ast.Module] | None = None,
    ) -> None:
        self.decorator = decorator
        self.names = Names(tree.body)
        # Most files do not import stoa, so they do not have to be walked.
        files = [(None, tree), *(others or {}).items()] if "stoa" in imports else []
        self.calls = [(function, call, path) for path, each in files for function, call in _find_calls(each)]


def _find_calls(tree: ast.Module) -> list[tuple[str, ast.Call]]:
    """Returns each call to a function in _ASKING with the function's name, in the order of the lines."""
    names = StoaNames(tree, *_ASKING)
    calls = [node for node in walk(tree) if isinstance(node, ast.Call)]
    asking = [(function, call) for call in calls if (function := names.member(call.func)) is not None]
    return sorted(asking, key=lambda item: item[1].lineno)


class Declared:
    """The items that a file declares. `place` is the location of the declaration for messages, or None if there is no
    declaration.
    """

    def __init__(self, items: list[ast.expr], place: str | None, decorated: bool) -> None:
        self.items = items
        self.place = place
        self.decorated = decorated


def _argument(decorator: ast.expr | None, name: str) -> ast.expr | None:
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    return next((keyword.value for keyword in keywords if keyword.arg == name), None)


def read_declared(need: Need, searched: Searched) -> Declared:
    """Returns the declared items. Raises NeedProblem if the file declares the need twice, or not as a literal list."""
    decorated = searched.decorator is not None
    argument = _argument(searched.decorator, need.argument)
    assigned = searched.names.value(need.module_level)
    if argument is not None and assigned is not None:
        raise NeedProblem(
            f"{need.argument.capitalize()} are declared twice, in @stoa.agent and in {need.module_level}."
            " Keep only one of the two.",
            assigned.lineno,
        )
    node, place = (assigned, need.module_level) if argument is None else (argument, need.in_decorator)
    if node is None:
        return Declared([], None, decorated)
    if not isinstance(node, (ast.List, ast.Tuple)):
        raise NeedProblem(
            f"{place} must be a literal list, such as {need.example}, because it is read without running the file.",
            node.lineno,
        )
    return Declared(node.elts, place, decorated)


def find_used_items(
    searched: Searched, functions: tuple[str, ...], literal_of: Callable[[ast.Call], object]
) -> dict[object, tuple[int, str, str | None]]:
    """Returns the literals that calls to these `stoa` functions use, each with its first line and function, and its
    path if it is not in the main file.
    """
    found: dict[object, tuple[int, str, str | None]] = {}
    for function, call, path in searched.calls:
        literal = literal_of(call) if function in functions else None
        if literal is not None:
            found.setdefault(literal, (call.lineno, function, path))
    return found


def _quote(literal: object) -> str:
    return json.dumps(literal[:_LONGEST_NAMED] if isinstance(literal, str) else literal, ensure_ascii=False)


def _what_to_add(need: Need, declared: Declared, missing: list[object]) -> str:
    literals = ", ".join(map(_quote, missing[:_MOST_NAMED]))
    if declared.place is not None:
        return f"add {literals} to {declared.place}"
    if declared.decorated:
        return f"add {need.argument}=[{literals}] to @stoa.agent(...)"
    return f"add the line {need.module_level} = [{literals}] at the top level of the file"


def require_declared(
    need: Need, declared: Declared, known: set[object], asked: dict[object, tuple[int, str, str | None]]
) -> None:
    """Raises NeedProblem if the file uses an item that it does not declare."""
    missing = [literal for literal in asked if literal not in known]
    if missing:
        line, function, path = asked[missing[0]]
        what = _what_to_add(need, declared, missing)
        raise NeedProblem(f"stoa.{function}({_quote(missing[0])}) is not declared: {what}.", line, path)
