"""Finds try-outs: statements that run the agent when the file is executed on its own. They are removed before a run.

A file from a framework's documentation ends with `print(agent.invoke(...))`, and a plain Python file ends with
`print(run("..."))`. On Stoa, this would be a second run, and every caller would pay for it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from .names import Function, is_main_guard, own_nodes
from .nodes import walk
from .scopes import bound_names, free_names

# The methods that run frameworks' objects.
DRIVERS = {
    "abatch", "acall", "ainvoke", "akickoff", "apply", "apredict", "arun", "astream", "astream_events", "astream_log",
    "batch", "invoke", "kickoff", "kickoff_async", "kickoff_for_each", "predict", "run", "run_stream", "run_stream_sync",
    "run_sync", "stream", "stream_events",
}  # fmt: skip
_LOOPS = {"asyncio", "anyio", "trio", "nest_asyncio"}


def runs_by_runner(call: ast.AST) -> bool:
    """Returns whether this calls the OpenAI Agents SDK's Runner, which takes the agent as its first argument."""
    called = call.func if isinstance(call, ast.Call) else None
    return (
        isinstance(called, ast.Attribute)
        and called.attr in ("run", "run_streamed", "run_sync")
        and isinstance(called.value, ast.Name)
        and called.value.id == "Runner"
    )


def driven_name(call: ast.AST) -> str | None:
    """Returns the name of the object that a call runs, such as `agent` in `agent.invoke(...)` and in
    `Runner.run_sync(agent, ...)`. Returns None for other calls.
    """
    if runs_by_runner(call):
        first = call.args[0] if isinstance(call, ast.Call) and call.args else None
        return first.id if isinstance(first, ast.Name) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in DRIVERS:
        return call.func.value.id if isinstance(call.func.value, ast.Name) else None
    return None


def _shows_pictures(node: ast.AST) -> bool:
    """Returns whether the node imports IPython or renders a graph as a PNG image."""
    if isinstance(node, ast.Import):
        return all(alias.name.split(".", 1)[0] == "IPython" for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".", 1)[0] == "IPython"
    return isinstance(node, ast.Attribute) and node.attr in ("draw_mermaid_png", "draw_png")


def _asks(node: ast.AST) -> bool:
    """Returns whether the node is `input()` or `getpass.getpass()`. Nobody is at a keyboard, and no key is needed."""
    called = node.func if isinstance(node, ast.Call) else None
    name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", None)
    return name == "getpass" or (isinstance(called, ast.Name) and name == "input")


def _called_function(node: ast.AST) -> str | None:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def _starts_a_loop(node: ast.AST) -> bool:
    """Returns whether the node is asyncio.run(...), nest_asyncio.apply() or a similar call. Files do not need these
    calls to create an agent.
    """
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in _LOOPS
    )


def _functions(tree: ast.Module) -> dict[str, Function]:
    return {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}


class _Entry:
    """The entry point and the expressions that run it: `agent.invoke(...)`, `run(...)`, `Bot().answer(...)`."""

    def __init__(self, tree: ast.Module, name: str, is_imported_function: bool) -> None:
        owner, _, self._method = name.partition(".")
        self.name = owner
        self._functions = _functions(tree)
        self._is_function = not self._method and (is_imported_function or owner in self._functions)
        self._owners = {owner} | (_find_instances(tree, owner) if self._method else set())
        self._driving: set[str] = set()
        self._driving = self._grow(set(), lambda function: any(map(self.is_driven_by, own_nodes(function.body))))
        # A top-level call that passes arguments to a function that the entry point also calls is a try-out too.
        inner = None if self._method else self._functions.get(owner)
        self._parts = self._called_from(inner) if inner is not None else set()

    def _grow(self, found: set[str], drives: Callable[[Function], bool]) -> set[str]:
        """Returns the functions that run the entry point, directly or through another function."""
        while True:
            self._driving = found
            grown = {
                name
                for name, function in self._functions.items()
                if name not in found and name != self.name and drives(function)
            }
            if not grown:
                return found
            found = found | grown

    def _called_from(self, function: Function) -> set[str]:
        found: set[str] = set()
        waiting = [function]
        while waiting:
            for node in walk(waiting.pop()):
                called = _called_function(node)
                if called in self._functions and called not in found:
                    found.add(called)
                    waiting.append(self._functions[called])
        return found

    def is_driven_by(self, node: ast.AST) -> bool:
        """Returns whether the node runs the entry point, asks for keyboard input, or calls a function that does."""
        called = _called_function(node)
        if called is not None and called in self._driving or _asks(node):
            return True
        if self._is_function:
            # A decorator may have turned the function into an object: LangGraph's @entrypoint, LangChain's @chain.
            return self.name in (called, driven_name(node)) or self.name in _handed_over(node)
        if self._method:
            return _called_method(node) == self._method and _base_of_call(node) in self._owners
        # Chains of LangChain Classic are also called like functions.
        return self.name in (called, driven_name(node))

    def is_tried_by(self, node: ast.AST) -> bool:
        """Returns whether the node runs the entry point like `is_driven_by`, or passes arguments to a function that the
        entry point calls.
        """
        given = isinstance(node, ast.Call) and bool(node.args or node.keywords)
        return self.is_driven_by(node) or (given and _called_function(node) in self._parts)


def _find_instances(tree: ast.Module, owner: str) -> set[str]:
    """Returns the names to which an instance, `Bot(...)`, is assigned."""
    return {
        target.id
        for node in walk(tree)
        if isinstance(node, ast.Assign) and _called_function(node.value) == owner
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _called_method(node: ast.AST) -> str | None:
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None


def _base_of_call(node: ast.AST) -> str | None:
    """Returns the name of the object or class whose method is called: `bot` in `bot.answer(...)`, `Bot` in
    `Bot().answer(...)`. Returns None for other calls.
    """
    base = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    if isinstance(base, ast.Call):
        return _called_function(base)
    return base.id if isinstance(base, ast.Name) else None


# Functions that call a function that is passed to them: map(run, questions), Thread(target=run), pool.submit(run,
# "Hi").
_CALLERS = {"Process", "Thread", "Timer", "apply", "apply_async", "imap", "map", "run", "starmap", "submit", "to_thread"}


def _handed_over(node: ast.AST) -> set[str]:
    if not isinstance(node, ast.Call) or (_called_function(node) or _called_method(node)) not in _CALLERS:
        return set()
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    return {item.id for item in given if isinstance(item, ast.Name)}


def _names(nodes: Iterable[ast.AST], context: type) -> set[str]:
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, context)}


def _is_definition(statement: ast.stmt) -> bool:
    kept = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    return isinstance(statement, kept) and not _shows_pictures(statement)


def tryouts(tree: ast.Module, entry: str, is_imported_function: bool = False) -> list[ast.stmt]:
    """Returns the top-level statements that run the entry point, start an event loop, ask for keyboard input, render a
    graph, or use the result of such a statement. Excludes statements that create a name that the entry point needs.
    """
    point = _Entry(tree, entry, is_imported_function)
    uses = _Uses(tree)
    left_out: list[ast.stmt] = []
    made: set[str] = set()
    for statement in tree.body:
        if _is_definition(statement) or is_main_guard(statement):
            continue
        nodes = list(own_nodes([statement]))
        if (
            any(point.is_tried_by(node) or _starts_a_loop(node) or _shows_pictures(node) for node in nodes)
            or uses.any_of(made, _names(nodes, ast.Load))
        ):
            left_out.append(statement)
            made |= bound_names(nodes)
        else:
            made -= _names(nodes, ast.Store)
    return _filter_unneeded(tree, point.name, left_out) if left_out else []


class _Uses:
    """The names that a statement uses, directly and through the functions that it refers to."""

    def __init__(self, tree: ast.Module) -> None:
        self._functions = _functions(tree)
        self._free: dict[str, set[str]] = {}

    def any_of(self, wanted: set[str], names: set[str]) -> bool:
        seen: set[str] = set()
        while wanted and names:
            if names & wanted:
                return True
            seen |= names
            names = set().union(*(self._get_free_names(name) for name in names if name in self._functions)) - seen
        return False

    def _get_free_names(self, name: str) -> set[str]:
        if name not in self._free:
            self._free[name] = free_names(self._functions[name])
        return self._free[name]


def _filter_unneeded(tree: ast.Module, entry: str, left_out: list[ast.stmt]) -> list[ast.stmt]:
    """Returns the statements that create no name that the entry point or other executed code refers to."""
    definitions: dict[str, ast.AST] = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            definitions[node.name] = node
    makers = [(bound_names(own_nodes([statement])), statement) for statement in left_out]
    kept: set[int] = set()
    needed: set[str] = {entry}
    # A decorator may register its function as a tool, a node or a route.
    waiting: list[ast.AST] = [item for item in definitions.values() if getattr(item, "decorator_list", [])]
    for statement in tree.body:
        if statement not in left_out and not _is_definition(statement) and not is_main_guard(statement):
            # Everything that the statement uses was created before it. The functions that it refers to may use names
            # that are created later.
            needed |= free_names(statement) & definitions.keys()
            waiting += [node for node in own_nodes([statement]) if isinstance(node, ast.Lambda)]
    while True:
        for node in waiting:
            needed |= free_names(node)
        waiting = [definitions.pop(name) for name in needed & definitions.keys()]
        for names, statement in makers:
            if id(statement) not in kept and names & needed:
                kept.add(id(statement))
                waiting.append(statement)
        if not waiting:
            return [statement for statement in left_out if id(statement) not in kept]


def without(tree: ast.Module, statements: list[ast.stmt]) -> ast.Module:
    return ast.Module(body=[item for item in tree.body if item not in statements], type_ignores=[])


def takes_nothing(function: Function) -> bool:
    """Returns whether a function can be called as `main()`. An agent does not get sys.argv."""
    arguments = function.args
    defaults = len(arguments.defaults)
    needed = (arguments.posonlyargs + arguments.args)[: len(arguments.posonlyargs + arguments.args) - defaults]
    missing = [item for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults) if default is None]
    return not [item for item in needed + missing if item.arg not in ("self", "cls")]
