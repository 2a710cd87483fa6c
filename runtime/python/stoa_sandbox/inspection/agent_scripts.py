"""Recognizes files whose main function creates an agent and runs it on its own task, as in the documentation of agents
that get their tools from MCP servers:

    async def main():
        tools = await client.get_tools()
        agent = create_agent("gpt-4o", tools)
        response = await agent.ainvoke({"messages": "What is 3 + 5?"})

The caller's input replaces the task, and the function ends when the agent has answered. scripts.py recognizes AutoGen's
files.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ..frameworks.runners import Runner
from .annotations import classes_of, read_annotation
from .classic_chains import is_classic
from .entry import named_parameters
from .names import DEEPEST, Function, Names, own_nodes
from .nodes import walk
from .objects import AGENT, GRAPH, RUNNABLE, object_kind
from .runner_objects import find_runner
from .tryouts import DRIVERS, runs_by_runner, takes_nothing

# Replaces the run. frameworks/scripts.py defines it.
ANSWER_HOOK = "__stoa_answer_with_input__"
# The arguments, besides the input, that are passed on to the agent because they hold objects that the file creates.
_KEPT = ("context", "deps")
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass
class Run:
    """A call that runs an agent. `target` is the agent, `given` is its input, and `names` are the names of the function
    that contains the call."""

    call: ast.Call
    target: ast.expr
    given: ast.expr | None
    names: Names
    kind: str
    runner: Runner | None
    is_async: bool


@dataclass
class AgentScript:
    """A script that runs an agent. `function` is the entry point, and `parts` are the entry point and the functions in
    the file that it calls.
    """

    function: Function
    parts: list[Function]
    runs: list[Run]


def _keyword(call: ast.Call, *names: str) -> ast.expr | None:
    return next((item.value for item in call.keywords if item.arg in names), None)


def _read_run(call: ast.Call, names: Names, is_async: bool) -> Run | None:
    """Returns the run if the call runs an agent, otherwise None."""
    given = _keyword(call, "input", "inputs", "task", "user_prompt")
    if runs_by_runner(call):
        target = _keyword(call, "starting_agent") or (call.args[0] if call.args else None)
        given = given or (call.args[1] if len(call.args) > 1 else None)
    elif isinstance(call.func, ast.Attribute) and call.func.attr in DRIVERS:
        target, given = call.func.value, given or (call.args[0] if call.args else None)
    elif isinstance(call.func, ast.Name) and is_classic(names.resolve(call.func), names):
        target, given = call.func, given or (call.args[0] if call.args else None)
    else:
        return None
    runner = find_runner(names.resolve(target), names) if target is not None else None
    kind = AGENT if runner is not None else object_kind(target, names) if target is not None else None
    if target is None or kind not in (AGENT, GRAPH, RUNNABLE):
        return None
    return Run(call, target, given, names, kind, runner, is_async)


def _runs_of(function: Function, names: Names) -> Iterator[Run]:
    """Yields the runs in the order of the file."""
    inner = Names(function.body, names)
    is_async = isinstance(function, ast.AsyncFunctionDef)
    calls = [node for node in own_nodes(function.body) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        run = _read_run(call, inner, is_async)
        if run is not None:
            yield run


def _bound_by_with(function: Function) -> set[str]:
    items = (
        item.optional_vars
        for node in own_nodes(function.body)
        if isinstance(node, (ast.With, ast.AsyncWith))
        for item in node.items
    )
    return {node.id for item in items if item is not None for node in walk(item) if isinstance(node, ast.Name)}


def _is_from_package(node: ast.expr, bound: set[str], names: Names) -> bool:
    """Returns whether an expression is an object of a package, such as an MCP session, and not a string."""
    for _ in range(DEEPEST):
        if isinstance(node, ast.Name):
            if node.id in bound or names.origin(node) is not None:
                return True
            value = names.value(node.id)
            if value is None:
                return False
            node = value
        elif isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, (ast.Await, ast.Attribute, ast.Subscript)):
            node = node.value
        else:
            return False
    return False


class _File:
    def __init__(self, tree: ast.Module, names: Names) -> None:
        self.names = names
        self._classes = classes_of(tree)

    def parts_of(self, function: Function) -> list[Function]:
        """Returns the function and the functions in the file that it calls without a string argument. A function that
        takes a string is itself an entry point.
        """
        found = [function]
        for part in found:
            bound, inner = _bound_by_with(part), Names(part.body, self.names)
            for call in own_nodes(part.body):
                called = call.func if isinstance(call, ast.Call) else None
                other = self.names.functions.get(called.id) if isinstance(called, ast.Name) else None
                if other is None or other in found or not isinstance(call, ast.Call):
                    continue
                given = [*call.args, *(item.value for item in call.keywords)]
                if all(_is_from_package(item, bound, inner) for item in given) and not self._takes_json(other):
                    found.append(other)
        return found

    def _takes_json(self, function: Function) -> bool:
        annotations = (argument.annotation for argument, _ in named_parameters(function))
        found = [read_annotation(item, self._classes) for item in annotations if item is not None]
        return any(item.type and item.form is None for item in found)


def _asks(function: Function) -> bool:
    """Returns whether the function reads from the keyboard or the command line, so that it is a program with its own
    inputs."""
    for node in walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "input":
            return True
        if isinstance(node, ast.Attribute) and node.attr in ("argv", "parse_args", "stdin"):
            return True
    return False


def _chosen_runs(runs: list[Run]) -> list[Run]:
    """Returns the runs if all of them run the same agent. Otherwise, returns the runs of the only agent that is not a
    mere chain, or none."""
    for chosen in (runs, [run for run in runs if run.kind != RUNNABLE]):
        if len({ast.dump(run.target) for run in chosen}) == 1:
            return chosen
    return []


def _has_task(run: Run) -> bool:
    """Returns whether the input of a chain contains a string that the file defines. An agent's input is always its
    task."""
    if run.kind != RUNNABLE:
        return True
    given = run.names.resolve(run.given) if run.given is not None else None
    values = given.values if isinstance(given, ast.Dict) else [given] if given is not None else []
    values = values or [item.value for item in run.call.keywords]
    return any(isinstance(run.names.resolve(value), (ast.Constant, ast.JoinedStr)) for value in values)


def _read_script(function: Function, file: _File) -> AgentScript | None:
    parts = file.parts_of(function)
    runs = _chosen_runs([run for part in parts for run in _runs_of(part, file.names)])
    if not runs or any(map(_asks, parts)) or not _has_task(runs[0]):
        return None
    inside = {id(inner) for part in parts for node in walk(part) if isinstance(node, _COMPREHENSIONS) for inner in walk(node)}
    # The hook may need an `await`, which would change the result of a comprehension.
    return None if any(id(run.call) in inside for run in runs) else AgentScript(function, parts, runs)


def find_agent_script(tree: ast.Module, names: Names) -> AgentScript | None:
    """Returns `main`, or the only function without parameters that runs an agent and that no other such function calls.
    """
    file = _File(tree, names)
    functions = [item for item in names.functions.values() if takes_nothing(item)]
    scripts = [script for item in functions if (script := _read_script(item, file)) is not None]
    called = {part.name for script in scripts for part in script.parts[1:]}
    outermost = [script for script in scripts if script.function.name not in called]
    named = [script for script in outermost if script.function.name == "main"]
    found = named or outermost
    return found[0] if len(found) == 1 else None


def hook_answer(tree: ast.Module, script: AgentScript) -> None:
    """Replaces each run in the tree with a call to the hook, which gets the agent, the file's own input and whether the
    run is awaited.
    """
    hooked: dict[int, ast.expr] = {}
    for run in script.runs:
        kept = [item for item in run.call.keywords if item.arg in _KEPT]
        arguments = [run.target, run.given or ast.Constant(None), ast.Constant(run.is_async)]
        call: ast.expr = ast.Call(ast.Name(id=ANSWER_HOOK, ctx=ast.Load()), arguments, kept)
        hooked[id(run.call)] = ast.Await(call) if run.is_async else call
    _Replacer(hooked).visit(tree)
    ast.fix_missing_locations(tree)


class _Replacer(ast.NodeTransformer):
    def __init__(self, hooked: dict[int, ast.expr]) -> None:
        self._hooked = hooked

    def visit_Await(self, node: ast.Await) -> ast.AST:
        return self._hooked.get(id(node.value)) or self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return self._hooked.get(id(node)) or self.generic_visit(node)
