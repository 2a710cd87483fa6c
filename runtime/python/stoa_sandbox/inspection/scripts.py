"""Recognizes typical AutoGen files, in which `async def main()` creates a team and runs it on its own task. The
caller's message replaces the task.
"""

from __future__ import annotations

import ast
from .names import Function, Names, own_nodes
from .objects import AGENT, TEAM, object_kind
from .tryouts import takes_nothing

_RUNS = {"run", "run_stream"}
# Replaces `team.run_stream(task=...)`. frameworks/scripts.py defines it, and the file calls it with the team.
TASK_HOOK = "__stoa_run_with_message__"


class Script:
    """A function that runs one agent or team on its own task, in exactly one place (`call`)."""

    __slots__ = ("call", "function", "object")

    def __init__(self, function: Function, object: str, call: ast.Call) -> None:
        self.function = function
        self.object = object
        self.call = call


def _find_runs(function: Function, names: Names) -> list[tuple[ast.Call, str]]:
    inner = Names(function.body, names)
    found = []
    for node in own_nodes(function.body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _RUNS:
            kind = object_kind(node.func.value, inner)
            if kind in (AGENT, TEAM):
                found.append((node, kind))
    return found


def task_of(call: ast.Call) -> ast.expr | None:
    task = next((keyword.value for keyword in call.keywords if keyword.arg == "task"), None)
    return task if task is not None or not call.args else call.args[0]


def find_script(names: Names, framework: str | None) -> Script | None:
    """Returns the script: `main`, or the only function that qualifies. It takes no input and runs an agent or team
    exactly once, on a task that the message can replace. Returns None if there is none.
    """
    if framework != "autogen":
        return None
    ordered = sorted(names.functions.values(), key=lambda function: function.name != "main")
    scripts = []
    for function in ordered:
        runs = _find_runs(function, names) if takes_nothing(function) else []
        if len(runs) == 1 and task_of(runs[0][0]) is not None:
            scripts.append(Script(function, runs[0][1], runs[0][0]))
    if scripts and scripts[0].function.name == "main":
        return scripts[0]
    return scripts[0] if len(scripts) == 1 else None


def hook_task(script: Script) -> None:
    """Replaces the script's run in the tree with a call to the hook, which gets the agent or team and the name of the
    method.
    """
    call = script.call
    if not isinstance(call.func, ast.Attribute):
        raise TypeError("a run is a method call")
    team, method = call.func.value, ast.copy_location(ast.Constant(call.func.attr), call)
    call.func = ast.copy_location(ast.Name(id=TASK_HOOK, ctx=ast.Load()), call)
    call.args = [team, method]
    call.keywords = [keyword for keyword in call.keywords if keyword.arg != "task"]
