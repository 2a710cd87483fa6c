"""Chooses a file's entry point from its functions and its framework's objects, in this order:

1. the function decorated with @stoa.agent
2. run, main, handle or invoke, if it takes an input and is not a node or tool of the framework's objects
3. a top-level object that is not part of another object: by its name (NAMES, in this order), else by its kind (a team
   before an agent, a graph before an agent before a runnable), if there is only one of that kind
4. a function without required parameters that returns such an object: create_agent, get_chain, build_graph, or the only
   one
5. a function without parameters that creates such an object and runs it on its own task: `async def main()`
6. run, main, handle or invoke without an input, if it returns something or reads input()
7. AWS's lambda_handler(event, context)
8. the only public function that takes text, else the method of the only class that has one (plain_entries.main_method)
9. in an archive: run, main, handle or invoke, or an object with a usual name, that the file imports from another file
10. a script that reads sys.argv, input() or sys.stdin from top to bottom
11. in an archive: the only thing that the file imports from another file and runs
12. run, main, handle or invoke without an input that prints its answer

If a project names a command in [project.scripts], that function comes after 1. A file that parses its arguments with
argparse, click or typer is a program. It comes after 4, or before 2 if that function takes the parsed arguments.
"""

from __future__ import annotations

import ast
import re

from .entry import CONVENTIONAL_NAMES, EntryProblem, Function, decorated_function, named_parameters, takes
from .entry_kinds import AGENT_KINDS, DEFAULT_KIND, NAMES, Entry
from .imported_entry import find_imported_entry, find_object_of_import
from .named_entry import find_named_entry, find_script_entry
from .beside import NOTHING_BESIDE, Beside
from .names import Names, is_main_guard, own_nodes
from .objects import AGENT, GRAPH, MODEL, RUNNABLE, TEAM, object_kind, returned_kind
from .plain_entries import Candidates, TerminalProgram, lambda_handler, only_method, only_text_function
from .programs import PROGRAM, Program, find_arguments_program, find_script_program, passes_parsed_arguments
from .runner_objects import find_runner_object
from .tryouts import takes_nothing

_RANK = (TEAM, GRAPH, AGENT, RUNNABLE)
_FACTORY = re.compile(
    r"_*(?:(?:create|get|make|build|init|setup)_(?:the_|my_)?)?(?:\w+_)?"
    r"(agent|agent_executor|app|chain|graph|runnable|team|workflow)"
)
_NAMES_OF = {"langchain": "agent, graph or chain", "autogen": "agent or team"}
# Functions that only read their arguments, such as `print`.
_LOOKS = {"Console", "display", "isinstance", "len", "print", "repr", "run", "run_streamed", "run_sync", "str", "type"}


def _find_part_names(tree: ast.Module) -> set[str]:
    """Returns the names that become part of something else: `builder.add_node("x", agent)`, `Team([agent])`, `prompt |
    chain`, and the values that are returned by a function that itself becomes a part: `RunnableLambda(route)`.
    """
    found: set[str] = set()
    returned: dict[str, set[str]] = {}

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
            results = (node.value for node in own_nodes(statement.body) if isinstance(node, ast.Return))
            returned[statement.name] = {value.id for value in results if isinstance(value, ast.Name)}
        elif not is_main_guard(statement):
            read([statement])
    return found.union(*(names for function, names in returned.items() if function in found))


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
    """Returns an object with a conventional name that an unknown call created, or None. Whether it can run depends on
    its framework.
    """
    for name in NAMES:
        value = names.value(name)
        call = value.value if isinstance(value, ast.Await) else value
        if not isinstance(call, ast.Call):
            continue
        origin = names.origin(call.func)
        if origin is None or re.match(r"(lang|autogen)", origin):
            return Entry(name, "object", "input_data", call, DEFAULT_KIND[framework])
    return None


def _object_entry(names: Names, framework: str, objects: dict[str, str]) -> Entry | None:
    chosen = next((name for name in NAMES if name in objects), None)
    if chosen is None:
        rank = next((kind for kind in _RANK if kind in objects.values()), None)
        best = [name for name, kind in objects.items() if kind == rank]
        if len(best) > 1:
            raise EntryProblem(
                f"The file has several agents: {', '.join(best[:5])}. Name the one to run {_NAMES_OF[framework]}.",
                _line(names, best[1]),
            )
        if not best:
            return None
        chosen = best[0]
    kind = DEFAULT_KIND[framework] if objects[chosen] == MODEL else objects[chosen]
    node = names.value(chosen) or names.functions[chosen]
    return Entry(chosen, "object", "input_data", node, kind)


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


def _conventional(names: Names, framework: str | None, handed_on: set[str]) -> list[Function]:
    functions = (names.functions.get(name) for name in CONVENTIONAL_NAMES)
    known = [function for function in functions if function is not None]
    if framework in (None, "stoa"):
        return known
    return [item for item in known if item.name not in handed_on and not _is_tool(item, names)]


def _needs_no_input(function: Function) -> bool:
    return all(argument.arg in ("argv", "args") for argument, _ in named_parameters(function))


def _answers(function: Function) -> bool:
    """Returns whether the function returns or yields an answer. A literal number is an exit code for the shell, not an
    answer.
    """
    returned = (node for node in own_nodes(function.body) if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Return)))
    return any(not isinstance(node, ast.Return) or _is_answer(node.value) for node in returned)


def _is_answer(value: ast.expr | None) -> bool:
    return value is not None and not (isinstance(value, ast.Constant) and isinstance(value.value, (int, type(None))))


def _function_entry(tree: ast.Module, function: Function) -> Entry:
    return Entry(function.name, "function", takes(tree, function), function)


def _find_function_without_input(tree: ast.Module, functions: list[Function], prints: bool) -> Entry | None:
    """Returns a function without an input that reads input() or returns an answer, or None. If `prints` is true, a
    function that prints an answer also qualifies.
    """
    for function in functions:
        program = TerminalProgram(tree, function)
        if program.parses_arguments:
            continue
        if program.reads_input:
            return Entry(function.name, "terminal", "parameters", function)
        if _answers(function) or (prints and program.prints):
            return Entry(function.name, "function", takes(tree, function), function)
    return None


def _find_silent_function(tree: ast.Module, functions: list[Function]) -> Entry | None:
    """Returns a function that, as far as the file shows, returns nothing, or None if there is no such function. The
    trial run shows whether the function has an answer.
    """
    silent = (item for item in functions if not TerminalProgram(tree, item).parses_arguments)
    return next((_function_entry(tree, item) for item in silent), None)


def _text_function(
    tree: ast.Module, names: Names, handed_on: set[str], several: Candidates | None = None
) -> Function | None:
    tools = {name for name, function in names.functions.items() if _is_tool(function, names)}
    return only_text_function(tree, handed_on | tools | set(CONVENTIONAL_NAMES), several or Candidates())


def _find_unnamed_entry(tree: ast.Module, names: Names, handed_on: set[str]) -> Entry | None:
    """Finds the entry point of a file that does not name one. Raises EntryProblem if there are several candidates."""
    handler = lambda_handler(tree)
    if handler is not None:
        return Entry(handler.name, "lambda", "input_data", handler)
    several = Candidates()
    function = _text_function(tree, names, handed_on, several)
    if function is not None:
        return _function_entry(tree, function)
    method = None if several.names else only_method(tree, several)
    if method is not None:
        way = takes(tree, method.function, is_method=True)
        return Entry(method.name, "method", way, method.function, others=method.others)
    if several.names:
        raise EntryProblem(
            f"Several functions take text: {', '.join(several.names)}. Name the one that handles messages "
            "run, or decorate it with @stoa.agent."
        )
    return None


def choose_entry(tree: ast.Module, framework: str | None, beside: Beside = NOTHING_BESIDE) -> Entry | None:
    """Returns the entry point. Raises EntryProblem if the file has several candidates and none takes precedence."""
    decorated = decorated_function(tree)
    if decorated is not None:
        return Entry(decorated.name, "decorated", takes(tree, decorated), decorated)
    wanted = _wanted_entry(tree, framework, beside)
    if wanted is not None:
        return wanted
    names = Names(tree.body)
    handed_on = _find_part_names(tree)
    functions = _conventional(names, framework, handed_on)
    program = find_arguments_program(tree)
    given = next((item for item in functions if item.args.kwarg or not _needs_no_input(item)), None)
    script = None if framework == "autogen" else find_script_entry(tree, names, framework)
    if script is not None and script.name != "main" and _text_function(tree, names, handed_on) is not None:
        script = None
    is_part = script is not None and script.script is not None and given in script.script.parts
    if given is not None and not is_part and not (program is not None and _belongs_to(given, program)):
        return _function_entry(tree, given)
    if framework in AGENT_KINDS:
        team = find_script_entry(tree, names, framework) if framework == "autogen" else script
        own = _framework_entry(names, framework, handed_on, team)
        found = own or find_object_of_import(tree, framework, beside)
        if found is not None:
            return found
    problem: EntryProblem | None = None
    if framework not in AGENT_KINDS:
        try:
            agent = find_runner_object(tree, names, handed_on)
        except EntryProblem as error:
            agent, problem = None, error
        if agent is not None:
            name, runner = agent
            return Entry(name, "object", "input_data", names.values[name], AGENT, title=runner.term)
        if script is not None:
            return script
    if lambda_handler(tree) is None and program is not None:
        return _program_entry(tree, program)
    found = _find_function_without_input(tree, functions, prints=False)
    if found is None:
        try:
            found = _find_unnamed_entry(tree, names, handed_on)
        except EntryProblem as error:
            problem = problem or error
    found = found or find_imported_entry(tree, framework, beside, only_named=True)
    if found is None:
        script = find_script_program(tree)
        found = None if script is None else _program_entry(tree, script)
    found = found or find_imported_entry(tree, framework, beside)
    # In frameworks' documentation, `main` often prints a chain's answer to a fixed text. That is not an agent.
    if found is None and framework in (None, "stoa"):
        found = _find_function_without_input(tree, functions, prints=True)
    if found is not None:
        return found
    if problem is not None:
        raise problem
    return _find_silent_function(tree, functions) if framework in (None, "stoa") else None


def _wanted_entry(tree: ast.Module, framework: str | None, beside: Beside) -> Entry | None:
    """Returns the function that the project names as its command, or None if it has no input and reads nothing."""
    name = beside.wanted
    if name is None:
        return None
    entry = find_named_entry(tree, framework, name)
    if entry is not None:
        entry.path, entry.tree, entry.defined_as = beside.main, tree, name
    else:
        entry = find_imported_entry(tree, framework, beside, wanted=name)
    return None if entry is None or entry.takes == "none" else entry


def _program_entry(tree: ast.Module, program: Program) -> Entry:
    return Entry(PROGRAM, "program", "parameters", tree, program=program)


def _belongs_to(function: Function, program: Program) -> bool:
    """Returns whether a function with a conventional name is part of the program: its command, or the function that
    gets the parsed arguments.
    """
    return program.kind in ("click", "typer") or passes_parsed_arguments(function)


def _framework_entry(names: Names, framework: str, handed_on: set[str], script: Entry | None) -> Entry | None:
    objects = _objects(names)
    outermost = {name: kind for name, kind in objects.items() if name not in handed_on}
    return (
        _object_entry(names, framework, outermost)
        or _factory_entry(names, handed_on)
        or script
        or _object_entry(names, framework, objects)
        or _unknown_object_entry(names, framework)
    )
