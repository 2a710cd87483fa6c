"""Finds the agent in a file whose framework comes from its declared packages (frameworks/runners.py)."""

from __future__ import annotations

import ast

from ..frameworks.runners import RUNNERS, Runner
from .entry import EntryProblem
from .names import Names
from .nodes import walk
from .start_events import extends
from .tryouts import driven_name


def find_runner(value: ast.expr, names: Names) -> Runner | None:
    """Returns the framework of `Agent(...)`, of `Agent[Context](...)`, or of an instance of a class in the file that
    extends one of the framework's base classes. Returns None for other expressions.
    """
    if not isinstance(value, ast.Call):
        return None
    called = value.func.value if isinstance(value.func, ast.Subscript) else value.func
    origin = names.origin(called)
    if origin is not None:
        return next((item for item in RUNNERS if item.is_origin(origin)), None)
    made = names.class_named(called.id) if isinstance(called, ast.Name) else None
    if made is None:
        return None
    bases = ((item, extends(made, names, base)) for item in RUNNERS for base in item.bases)
    return next((item for item, base in bases if base is not None and item.is_base(base)), None)


def find_runner_object(tree: ast.Module, names: Names, handed_on: set[str]) -> tuple[str, Runner] | None:
    """Returns the name of the file's agent: the only agent, else the only agent that is not part of another, else the
    agent named `agent`, else the only agent that the file itself runs. Raises EntryProblem if several remain.
    """
    found = {name: runner for name, value in names.values.items() if (runner := find_runner(value, names)) is not None}
    if not found:
        return None
    outermost = [name for name in found if name not in handed_on] or list(found)
    driven = {name for node in walk(tree) if (name := driven_name(node)) in outermost}
    for chosen in (outermost, [name for name in outermost if name == "agent"], sorted(driven)):
        if len(chosen) == 1:
            return chosen[0], found[chosen[0]]
    raise EntryProblem(
        f"The file has several agents: {', '.join(outermost[:5])}. Name the one to run agent.",
        names.values[outermost[1]].lineno,
    )
