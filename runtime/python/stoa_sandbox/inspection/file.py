"""Inspects one source file and returns Inspection (runtime/protocol/inspection.ts)."""

from __future__ import annotations

import ast

from .accepted_files import add_accepted
from .beside import Beside, BesideProblem, read_beside
from .called_agents import read_called_agents
from .choice import choose_entry
from .connectors import read_connectors
from .conversation_parameters import describe_example, describe_inputs
from .declaration import read_declaration
from .entry import EntryProblem, decorator_of
from .entry_kinds import Entry
from .entry_words import describe_entry
from .environment_names import read_environment_names
from .foreign import find_foreign
from .file_examples import remove_files
from .frameworks import framework_of, imported_modules
from .function_examples import function_example
from .hosts import read_hosts
from .memory import find_memory, find_parameter
from .message_files import add_message_files
from .model_names import model_names
from .needs import NeedProblem, Searched
from .object_inputs import agent_script_inputs, object_inputs, script_inputs
from .packages import read_block_hosts, read_packages
from .parameters import DEFAULT_MESSAGE, event_parameters, read_parameters
from .notebooks import NotebookProblem, find_installs, is_notebook, plain_python, read_notebook
from .plain_entries import event_keys, is_script
from .remembered_values import remembers_callers

Json = dict[str, object]

_TOO_COMPLEX = "The file is nested too deeply. Simplify it."
_PLAIN = "decorate a function with @stoa.agent or name it run, main, handle or invoke"
_NO_ENTRY = {
    "stoa": f"No entry point: {_PLAIN}, at the top level of the file.",
    "langchain": (
        "No entry point: assign the runnable or the compiled graph to a top-level variable named agent, graph, app or "
        f"chain, or write a function such as create_agent() that returns it; or {_PLAIN}."
    ),
    "autogen": (
        "No entry point: assign the agent or the team to a top-level variable named agent or team, or write a function "
        f"such as create_team() that returns it; or {_PLAIN}."
    ),
}


_SCRIPT = (
    "No entry point: the file is a script that reads nothing from its caller. Read the message with input(), or move its "
    f"code into a function that takes the message and returns the answer, def run(message); or {_PLAIN}, at the top level of the file."
)
_FUNCTIONS = ("decorated", "function", "lambda", "method", "terminal")


def _empty() -> Json:
    declaration: Json = {
        key: [] for key in ("features", "useCases", "tags", "models", "connectors", "agents", "examples")
    }
    return {"parameters": [], "declaration": declaration, "imports": []}


def _problem(message: str, line: int | None = None, path: str | None = None) -> Json:
    problem: Json = {"message": message} if line is None else {"message": message, "line": max(line, 1)}
    return problem if path is None else {**problem, "path": path}


def _syntax_problem(error: Exception) -> Json:
    if isinstance(error, BesideProblem):
        return {**_syntax_problem(error.cause), "path": error.path}
    if isinstance(error, SyntaxError):
        return _problem(f"{(error.msg or 'invalid syntax').capitalize()}.", error.lineno)
    if isinstance(error, ValueError):
        return _problem("The file contains NUL or other characters that Python does not allow. Save it as UTF-8 text without them.")
    return _problem(_TOO_COMPLEX)


def _others(tree: ast.Module, home: ast.Module, decorator: ast.expr | None, beside: Beside) -> dict[str, ast.Module]:
    """Returns the other files, keyed by path: all except the file that declares the entry point."""
    if decorator is None or home is tree:
        return beside.files
    return {beside.main: tree, **{path: each for path, each in beside.files.items() if each is not home}}


def _place(entry: Entry, beside: Beside) -> str:
    """Returns the location of an entry point, or "" if the main file defines it."""
    if entry.path is None or entry.path == beside.main:
        return ""
    line = getattr(entry.node, "lineno", None)
    return f"{entry.path}: " if line is None else f"{entry.path}, line {line}: "


def _describe(tree: ast.Module, hosts_in_block: list[str], beside: Beside) -> Json:
    result = _empty()
    imports = _imports(tree, beside)
    result["imports"] = imports
    framework, unclear = framework_of(imports)
    entry = decorator = None
    home = tree
    problem: Json | None = _problem(unclear) if unclear else None
    try:
        entry = choose_entry(tree, framework, beside)
        home = (entry and entry.tree) or tree
        function = entry.node if entry is not None and entry.kind in _FUNCTIONS else None
        decorator = decorator_of(home, function) if function else None
        result["declaration"] = read_declaration(home, function, decorator)
    except EntryProblem as error:
        problem = problem or _problem(str(error), error.line)
    foreign = find_foreign(tree) if not unclear else None
    if foreign is not None:
        result["frameworkProblem"] = _problem(foreign.message, foreign.line)
    if entry is not None:
        memory = find_memory(home, entry, framework)
        found = result["entry"] = _entry(entry, memory)
        if "stoa" in imports and remembers_callers([tree, *beside.files.values()]):
            found["remembersCallers"] = True
        result["entryDescription"] = _place(entry, beside) + describe_entry(home, entry, framework)
        parameters = _inputs(home, entry, framework, result["declaration"], tree)
        remove_files(result["declaration"]["examples"], parameters)
        result["parameters"] = add_message_files(
            add_accepted(parameters, [tree, *beside.trees]), home, entry, memory, framework
        )
        if len(result["parameters"]) > len(parameters):
            found["messageFiles"] = True
    elif problem is None:
        problem = _no_entry(tree, framework)
    searched = Searched(home if decorator is not None else tree, decorator, imports, _others(tree, home, decorator, beside))
    for need, read in (("connector", read_connectors), ("agent", read_called_agents)):
        try:
            result["declaration"][f"{need}s"] = read(searched)
        except NeedProblem as error:
            result[f"{need}Problem"] = _problem(str(error), error.line, error.path)
    try:
        result["hosts"] = read_hosts(tree, searched, hosts_in_block, beside.trees)
    except NeedProblem as error:
        result["hostProblem"] = _problem(str(error), error.line)
    declaration = result["declaration"]
    declaration["models"] = model_names(tree, declaration["models"], framework in ("langchain", "autogen"))
    if framework is None and entry is not None and not unclear:
        framework = "stoa"
    if framework is not None:
        result["framework"] = framework
    if problem is not None:
        result["entryProblem"] = problem
    return result


def _no_entry(tree: ast.Module, framework: str | None) -> Json:
    if framework in (None, "stoa") and is_script(tree):
        return _problem(_SCRIPT)
    return _problem(_NO_ENTRY[framework if framework in _NO_ENTRY else "stoa"])


def _entry(entry: Entry, memory: str | None) -> Json:
    found: Json = {"name": entry.name, "kind": entry.kind, "takes": entry.takes}
    if entry.object is not None:
        found["object"] = entry.object
    if memory is not None:
        found["memory"] = memory
    return found if entry.origin is None else {**found, "origin": entry.origin}


def _inputs(
    tree: ast.Module, entry: Entry, framework: str | None, declaration: Json, main: ast.Module
) -> list[Json]:
    """Returns the parameters. If the file declares no example but calls its entry point with an input, that input
    becomes the declared example. `tree` is the file that defines the entry point, and `main` is the main file.
    """
    if entry.program is not None:
        example = entry.program.example()
        if example is not None:
            declaration["examples"] = [example]
        return [item.as_parameter() for item in entry.program.fields()]
    if entry.kind == "terminal":
        return [DEFAULT_MESSAGE]
    if entry.kind == "lambda":
        return event_parameters(event_keys(entry.node))
    if entry.object is None:
        example = function_example(main, entry.name, entry.node, entry.takes)
        if example is None and main is not tree:
            example = function_example(tree, entry.defined_as, entry.node, entry.takes)
        parameters = read_parameters(tree, entry.node, entry.takes, is_method=entry.kind == "method")
        conversation = find_parameter(tree, entry)
        if conversation is not None:
            parameters, example = describe_inputs(parameters, conversation), describe_example(example, conversation)
        if example is not None and not declaration["examples"]:
            declaration["examples"] = [example]
        return parameters
    if entry.script is not None:
        parameters, example = agent_script_inputs(tree, entry.script)
    elif entry.kind == "script":
        parameters, example = script_inputs(tree, framework)
    else:
        is_factory = entry.kind == "factory"
        parameters, example = object_inputs(tree, entry.defined_as, entry.node, entry.object, is_factory)
    if example is not None:
        declaration["examples"] = [example]
    return parameters


def _imports(tree: ast.Module, beside: Beside) -> list[str]:
    """Returns the modules that the file and the imported files of its archive import, without the archive's modules."""
    found = dict.fromkeys(name for each in (tree, *beside.trees) for name in imported_modules(each))
    return [name for name in found if name not in beside.modules]


def _environment_names(tree: ast.Module, beside: Beside) -> list[str]:
    return list(dict.fromkeys(name for each in (tree, *beside.trees) for name in read_environment_names(each)))


def inspect_source(source: str, archive: object = None) -> Json:
    """Inspects a source file. `archive` is InspectedArchive (runtime/protocol/inspection.ts) if the file is from an
    archive. Never raises, unless the source crashes the interpreter, which the sandbox handles.
    """
    if is_notebook(source):
        try:
            code = read_notebook(source)
        except NotebookProblem as error:
            return {**_empty(), "syntaxProblem": _problem(str(error))}
        return {**inspect_source(code), "source": code}
    written, source = source, plain_python(source)
    try:
        tree = ast.parse(source)
        beside = read_beside(archive, tree)
        result = _describe(tree, read_block_hosts(source), beside)
        names = _environment_names(tree, beside)
        if names:
            result["environmentNames"] = names
        return {**result, **read_packages(source, tree, result.get("framework"), find_installs(written), beside)}
    except (BesideProblem, SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {**_empty(), "syntaxProblem": _syntax_problem(error)}
