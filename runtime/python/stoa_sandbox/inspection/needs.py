"""What a file needs of outside, by literals: where it declares that, and by which calls of `stoa` it asks for it."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable

from .entry import EntryProblem
from .names import Names
from .stoa_names import StoaNames

# The functions of `stoa` by which a file asks for what it needs.
_ASKING = ("connector", "run_agent", "arun_agent")
# What a sentence names of a list that is as long as a hostile file likes.
_MOST_NAMED = 10
_LONGEST_NAMED = 80


class NeedProblem(EntryProblem):
    """A declaration that cannot be read, or one that is missing; with its line."""


class Need:
    """One kind of need: the argument of @stoa.agent and the name at the top level that declare it.

    The latter is for files whose entry point is an object of a framework, or a function without @stoa.agent.
    """

    def __init__(self, argument: str, module_level: str, example: str) -> None:
        self.argument = argument
        self.module_level = module_level
        self.example = example
        self.in_decorator = f"{argument} of @stoa.agent"


class Searched:
    """A file as needs are looked for in it: walked through once, as a hostile one is as large as an upload may be."""

    def __init__(self, tree: ast.Module, decorator: ast.expr | None, imports: list[str]) -> None:
        self.decorator = decorator
        self.names = Names(tree.body)
        # Most files do not import stoa: they need no walk through all they hold.
        self.calls = _asking_calls(tree) if "stoa" in imports else []


def _asking_calls(tree: ast.Module) -> list[tuple[str, ast.Call]]:
    """Each call of one of these functions with its name, from the first line to the last."""
    names = StoaNames(tree, *_ASKING)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    asking = [(function, call) for call in calls if (function := names.member(call.func)) is not None]
    return sorted(asking, key=lambda item: item[1].lineno)


class Declared:
    """The items that a file declares. `place` is how sentences name where they stand, None where nothing does."""

    def __init__(self, items: list[ast.expr], place: str | None, decorated: bool) -> None:
        self.items = items
        self.place = place
        self.decorated = decorated


def _argument(decorator: ast.expr | None, name: str) -> ast.expr | None:
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    return next((keyword.value for keyword in keywords if keyword.arg == name), None)


def read_declared(need: Need, searched: Searched) -> Declared:
    """Raises NeedProblem where the need is declared in two places, or not as a list that is written out."""
    decorated = searched.decorator is not None
    argument = _argument(searched.decorator, need.argument)
    assigned = searched.names.value(need.module_level)
    if argument is not None and assigned is not None:
        raise NeedProblem(
            f"{need.argument.capitalize()} are declared twice, in @stoa.agent and in {need.module_level};"
            " keep one of the two.",
            assigned.lineno,
        )
    node, place = (assigned, need.module_level) if argument is None else (argument, need.in_decorator)
    if node is None:
        return Declared([], None, decorated)
    if not isinstance(node, (ast.List, ast.Tuple)):
        raise NeedProblem(
            f"{place} must be written out as a list, such as {need.example}; it is read without running the file.",
            node.lineno,
        )
    return Declared(node.elts, place, decorated)


def asked_for(
    searched: Searched, functions: tuple[str, ...], literal_of: Callable[[ast.Call], object]
) -> dict[object, tuple[int, str]]:
    """What calls of these functions of `stoa` ask for by a literal, each with its first line and function."""
    found: dict[object, tuple[int, str]] = {}
    for function, call in searched.calls:
        literal = literal_of(call) if function in functions else None
        if literal is not None:
            found.setdefault(literal, (call.lineno, function))
    return found


def _quoted(literal: object) -> str:
    return json.dumps(literal[:_LONGEST_NAMED] if isinstance(literal, str) else literal, ensure_ascii=False)


def _what_to_add(need: Need, declared: Declared, missing: list[object]) -> str:
    literals = ", ".join(map(_quoted, missing[:_MOST_NAMED]))
    if declared.place is not None:
        return f"add {literals} to {declared.place}"
    if declared.decorated:
        return f"add {need.argument}=[{literals}] to @stoa.agent(...)"
    return f"add the line {need.module_level} = [{literals}] at the top level of the file"


def require_declared(
    need: Need, declared: Declared, known: set[object], asked: dict[object, tuple[int, str]]
) -> None:
    """Raises NeedProblem where the file asks for what it does not declare."""
    missing = [literal for literal in asked if literal not in known]
    if missing:
        line, function = asked[missing[0]]
        what = _what_to_add(need, declared, missing)
        raise NeedProblem(f"stoa.{function}({_quoted(missing[0])}) is not declared: {what}.", line)
