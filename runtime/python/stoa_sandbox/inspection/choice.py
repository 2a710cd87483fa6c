"""Where a run enters a file: one choice among its functions and its framework's objects.

1. the function decorated with @stoa.agent;
2. run, main, handle or invoke, if it takes an input and is no node or tool of the framework's objects;
3. an object at the top level: of those that no other one is made of, by its name (NAMES, in this order), else by what
   it is (a team before an agent, a graph before an agent before a runnable), if there is only one such;
4. a function without required parameters that returns one: create_agent, get_chain, build_graph, or the only one;
5. a function without parameters that makes one and gives it a task of its own (AutoGen's `async def main()`);
6. run, main, handle or invoke without an input, if it answers anything.
"""

from __future__ import annotations

import ast
import re

from .entry import CONVENTIONAL_NAMES, EntryProblem, Function, decorated_function, named_parameters, takes
from .names import Names, is_main_guard, own_nodes
from .objects import AGENT, GRAPH, MODEL, RUNNABLE, TEAM, object_kind, returned_kind
from .scripts import find_script
from .tryouts import takes_nothing

# From the outermost to the innermost, as their makers use these names.
NAMES = ("agent_executor", "app", "graph", "team", "agent", "chain", "runnable")
_RANK = (TEAM, GRAPH, AGENT, RUNNABLE)
_FACTORY = re.compile(
    r"_*(?:(?:create|get|make|build|init|setup)_(?:the_|my_)?)?(?:\w+_)?"
    r"(agent|agent_executor|app|chain|graph|runnable|team|workflow)"
)
_DEFAULT_KIND = {"langchain": RUNNABLE, "autogen": AGENT}
_NAMES_OF = {"langchain": "agent, graph or chain", "autogen": "agent or team"}
# Functions that only look at what they are given.
_LOOKS = {"Console", "display", "isinstance", "len", "print", "repr", "run", "str", "type"}


class Entry:
    """`node`: the function, or what the object's name holds. `object`: what the framework calls it."""

    __slots__ = ("kind", "name", "node", "object", "takes")

    def __init__(self, name: str, kind: str, takes: str, node: ast.AST, object: str | None = None) -> None:
        self.name = name
        self.kind = kind
        self.takes = takes
        self.node = node
        self.object = object


def _handed_on(tree: ast.Module) -> set[str]:
    """Names that become a part of something else: `builder.add_node("x", agent)`, `Team([agent])`, `prompt | chain`."""
    found: set[str] = set()

    def part(node: ast.expr) -> None:
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            for item in node.elts:
                part(item)
        elif isinstance(node, ast.Dict):
            for item in node.values:
                part(item)
        elif isinstance(node, ast.Starred):
            part(node.value)

    def read(statements: list[ast.stmt]) -> None:
        for node in own_nodes(statements):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
                if name not in _LOOKS:
                    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                        part(argument)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
                part(node.left)
                part(node.right)

    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            read(statement.body)
        elif not is_main_guard(statement):
            read([statement])
    return found


def _is_tool(function: Function, names: Names) -> bool:
    for decorator in function.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        origin = names.origin(target) or ""
        if origin.rsplit(".", 1)[-1] in ("tool", "task", "entrypoint", "chain"):
            return True
    return False


def _objects(names: Names) -> dict[str, str]:
    candidates = [*names.values, *(name for name in names.functions if name not in names.values)]
    kinds = {name: object_kind(ast.Name(id=name, ctx=ast.Load()), names) for name in candidates}
    return {name: kind for name, kind in kinds.items() if kind is not None}


def _unknown_object_entry(names: Names, framework: str) -> Entry | None:
    """An object of a conventional name that something unknown made: its framework will say whether it can run."""
    for name in NAMES:
        value = names.value(name)
        call = value.value if isinstance(value, ast.Await) else value
        if not isinstance(call, ast.Call):
            continue
        origin = names.origin(call.func)
        if origin is None or re.match(r"(lang|autogen)", origin):
            return Entry(name, "object", "input_data", call, _DEFAULT_KIND[framework])
    return None


def _object_entry(names: Names, framework: str, objects: dict[str, str]) -> Entry | None:
    chosen = next((name for name in NAMES if name in objects), None)
    if chosen is None:
        rank = next((kind for kind in _RANK if kind in objects.values()), None)
        best = [name for name, kind in objects.items() if kind == rank]
        if len(best) > 1:
            raise EntryProblem(
                f"The file has several agents: {', '.join(best[:5])}. Name the one that runs {_NAMES_OF[framework]}.",
                _line(names, best[1]),
            )
        if not best:
            return None
        chosen = best[0]
    kind = _DEFAULT_KIND[framework] if objects[chosen] == MODEL else objects[chosen]
    node = names.value(chosen) or names.functions[chosen]
    return Entry(chosen, "object", "input_data", node, kind)


def _script_entry(names: Names, framework: str) -> Entry | None:
    script = find_script(names, framework)
    if script is None:
        return None
    return Entry(script.function.name, "script", "input_data", script.function, script.object)


def _line(names: Names, name: str) -> int | None:
    node = names.value(name) or names.function(name)
    return getattr(node, "lineno", None)


def _factory_entry(names: Names, handed_on: set[str]) -> Entry | None:
    makers = {
        name: kind
        for name, function in names.functions.items()
        if takes_nothing(function)
        and name not in CONVENTIONAL_NAMES
        and not _is_tool(function, names)
        and (kind := returned_kind(function, names)) is not None
    }
    named = [name for name in makers if _FACTORY.fullmatch(name)]
    outermost = [name for name in named or makers if name not in handed_on]
    ranked = sorted(outermost, key=lambda name: (_RANK.index(makers[name]), _place(name)))
    if not ranked or (not named and len(makers) > 1):
        return None
    name = ranked[0]
    return Entry(name, "factory", "input_data", names.functions[name], makers[name])


def _place(name: str) -> int:
    match = _FACTORY.fullmatch(name)
    return NAMES.index(match[1]) if match and match[1] in NAMES else len(NAMES)


def _conventional(names: Names, framework: str | None, handed_on: set[str]) -> Function | None:
    functions = (names.functions.get(name) for name in CONVENTIONAL_NAMES)
    known = [function for function in functions if function is not None]
    if framework in (None, "stoa"):
        return known[0] if known else None
    free = (item for item in known if item.name not in handed_on and not _is_tool(item, names))
    return next(free, None)


def _needs_no_input(function: Function) -> bool:
    return all(argument.arg in ("argv", "args") for argument, _ in named_parameters(function))


def _answers(function: Function) -> bool:
    """A documentation's main prints what its chain said about a text of its own; nobody who runs it would see that."""
    return any(
        isinstance(node, (ast.Yield, ast.YieldFrom)) or (isinstance(node, ast.Return) and node.value is not None)
        for node in own_nodes(function.body)
    )


def choose_entry(tree: ast.Module, framework: str | None) -> Entry | None:
    """Raises EntryProblem where the file has more than one and none goes first."""
    decorated = decorated_function(tree)
    if decorated is not None:
        return Entry(decorated.name, "decorated", takes(tree, decorated), decorated)
    names = Names(tree.body)
    handed_on = _handed_on(tree)
    function = _conventional(names, framework, handed_on)
    plain = Entry(function.name, "function", takes(tree, function), function) if function is not None else None
    if framework in (None, "stoa") or (function is not None and not _needs_no_input(function)):
        return plain
    objects = _objects(names)
    outermost = {name: kind for name, kind in objects.items() if name not in handed_on}
    return (
        _object_entry(names, framework, outermost)
        or _factory_entry(names, handed_on)
        or _script_entry(names, framework)
        or _object_entry(names, framework, objects)
        or _unknown_object_entry(names, framework)
        or (plain if function is not None and _answers(function) else None)
    )
