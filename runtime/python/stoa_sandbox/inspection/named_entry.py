"""Finds the entry point with a given name, such as `main` of the console script `pkg.cli:main` or of an import."""

from __future__ import annotations

import ast

from .agent_scripts import find_agent_script
from .entry import decorator_of, named_parameters, takes
from .entry_kinds import AGENT_KINDS, DEFAULT_KIND, Entry
from .names import Function, Names
from .nodes import walk
from .objects import AGENT, MODEL, function_object_kind, object_kind, returned_kind
from .plain_entries import lambda_handler, main_method, takes_text
from .programs import Program, find_arguments_program, find_script_program
from .runner_objects import find_runner
from .scripts import find_script
from .tryouts import takes_nothing


def find_named_program(tree: ast.Module, name: str) -> Program | None:
    """Returns the inputs that the file's function `name` reads from the command line or standard input, as a Program
    whose `start` is None. Returns None if it reads neither.
    """
    call = ast.Expr(ast.Call(ast.Name(name, ast.Load()), [], []))
    called = ast.Module([*tree.body, ast.fix_missing_locations(call)], [])
    program = find_arguments_program(called) or find_script_program(called)
    if program is not None:
        program.start = None
    return program


def is_called(tree: ast.Module, name: str) -> bool:
    """Returns whether a file calls a function when it is executed on its own, so that no call has to be added."""
    loaded = [node for item in tree.body if not isinstance(item, (ast.FunctionDef, ast.ClassDef)) for node in walk(item)]
    return any(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name for node in loaded)


def find_named_entry(tree: ast.Module, framework: str | None, name: str) -> Entry | None:
    """Returns the entry point with this name, or None if the name refers to nothing that can run."""
    names = Names(tree.body)
    function = names.functions.get(name)
    if function is not None:
        return _function(tree, framework, names, function)
    value = names.values.get(name)
    if value is not None:
        return _object(tree, framework, names, name, value)
    made = names.classes.get(name)
    return _method(tree, made, name) if made is not None else None


def _function(tree: ast.Module, framework: str | None, names: Names, function: Function) -> Entry | None:
    name = function.name
    if decorator_of(tree, function) is not None:
        return Entry(name, "decorated", takes(tree, function), function)
    if lambda_handler(tree) is function:
        return Entry(name, "lambda", "input_data", function)
    kind = function_object_kind(function, names)
    if kind is not None:
        return Entry(name, "object", "input_data", function, kind)
    if not named_parameters(function) or function.decorator_list:
        program = find_named_program(tree, name)
        if program is not None:
            return Entry(name, "program", "parameters", tree, program=program)
    if takes_nothing(function) and framework in AGENT_KINDS:
        made = returned_kind(function, names)
        if made is not None:
            return Entry(name, "factory", "input_data", function, made)
    if takes_nothing(function):
        script = find_script_entry(tree, names, framework)
        if script is not None and script.name == name:
            return script
    return Entry(name, "function", takes(tree, function), function)


def find_script_entry(tree: ast.Module, names: Names, framework: str | None) -> Entry | None:
    """Returns the function without parameters that runs an agent or a team on a fixed task, or None."""
    if framework == "autogen":
        team = find_script(names, framework)
        return None if team is None else Entry(team.function.name, "script", "input_data", team.function, team.object)
    script = find_agent_script(tree, names)
    if script is None:
        return None
    run = script.runs[0]
    title = None if run.runner is None else run.runner.term
    return Entry(script.function.name, "script", "input_data", script.function, run.kind, title=title, script=script)


def _object(tree: ast.Module, framework: str | None, names: Names, name: str, value: ast.expr) -> Entry | None:
    runner = find_runner(value, names)
    if runner is not None:
        return Entry(name, "object", "input_data", value, AGENT, title=runner.term)
    call = value.value if isinstance(value, ast.Await) else value
    if framework in AGENT_KINDS:
        kind = object_kind(ast.Name(name, ast.Load()), names)
        default = DEFAULT_KIND[framework or ""]
        # Whether the result of an unknown call can run depends on the framework.
        if kind is not None or isinstance(call, ast.Call):
            return Entry(name, "object", "input_data", value, default if kind in (None, MODEL) else kind)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    origin = names.origin(call.func) or ""
    if origin in ("typer.Typer", "click.Group"):
        return _program(tree, name)
    made = names.classes.get(call.func.id)
    return _method(tree, made, name) if made is not None else None


def _program(tree: ast.Module, name: str) -> Entry | None:
    program = find_named_program(tree, name)
    return Entry(name, "program", "parameters", tree, program=program) if program is not None else None


def _method(tree: ast.Module, made: ast.ClassDef, owner: str) -> Entry | None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    public = [item for item in made.body if isinstance(item, kinds) and (item.name[:1] != "_" or item.name == "__call__")]
    methods = [item for item in public if not item.decorator_list and takes_text(tree, item, is_method=True)]
    chosen = main_method(methods)
    if chosen is None:
        return None
    others = [item.name for item in methods if item is not chosen]
    way = takes(tree, chosen, is_method=True)
    return Entry(f"{owner}.{chosen.name}", "method", way, chosen, others=others)
