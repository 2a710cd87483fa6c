"""Reads the arguments of click and typer programs from the decorators and annotations of their functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..program_arguments import COUNT, MANY, REPEATED, SWITCH, Argument, Command
from .annotations import classes_of, last_name, read_annotation
from .argument_values import describe, keywords_of, set_choices, set_default, set_style, set_type, text_of, value_of
from .docstrings import read_docstring
from .entry import named_parameters
from .file_types import is_none
from .names import Function, Names
from .nodes import walk
from .path_arguments import mark_click_file, mark_typer_file


def functions_of(tree: ast.Module) -> list[Function]:
    return [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


def _decorators(function: Function) -> Iterator[tuple[ast.expr, ast.Call | None]]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call):
            yield decorator.func, decorator
        else:
            yield decorator, None


def _command_name(function: Function, call: ast.Call | None, names: Names) -> str:
    """Returns the name of a subcommand: the explicit name, or the name that click and typer derive from the function's
    name."""
    given = keywords_of(call).get("name") if call is not None else None
    if given is None and call is not None and call.args:
        given = call.args[0]
    return text_of(given, names) or function.name.lower().replace("_", "-").strip("-")


def _summary(function: Function) -> str:
    return (ast.get_docstring(function) or "").strip().split("\n\n", 1)[0].replace("\n", " ")


# click -------------------------------------------------------------------------------------------------------------


def _click_type(argument: Argument, node: ast.expr | None, names: Names) -> None:
    if isinstance(node, (ast.List, ast.Tuple)):
        set_choices(argument, node, names)
    elif isinstance(node, ast.Call) and last_name(node.func) == "Choice" and node.args:
        set_choices(argument, node.args[0], names)
    else:
        set_type(argument, node)


def _click_names(call: ast.Call, names: Names) -> tuple[str, list[str], list[str]]:
    """Returns the parameter's name, its flags, and the flags that turn it off (`--shout/--no-shout`)."""
    texts = [item for item in (value_of(node, names) for node in call.args) if isinstance(item, str)]
    on = [part.strip() for text in texts for part in text.split("/")[:1] if part.strip().startswith("-")]
    off = [part.strip() for text in texts for part in text.split("/")[1:] if part.strip().startswith("-")]
    plain = next((text for text in texts if not text.startswith("-")), None)
    longest = max(on, key=lambda text: (text.startswith("--"), len(text)), default="")
    first_long = next((text for text in on if text.startswith("--")), longest)
    return (plain or first_long.lstrip("-")).replace("-", "_").lower(), on, off


def _click_argument(call: ast.Call, is_option: bool, names: Names) -> Argument | None:
    name, flags, off = _click_names(call, names)
    given = keywords_of(call)
    if not name:
        return None
    argument = Argument(name, flags if is_option else [])
    argument.line = call.lineno
    is_switch = value_of(given.get("is_flag"), names) is True or bool(off) or "flag_value" in given
    if is_option and is_switch:
        _make_switch(argument, off[0] if off else None)
    elif is_option and value_of(given.get("count"), names) is True:
        argument.style, argument.type = COUNT, "integer"
    else:
        _click_type(argument, given.get("type"), names)
        several = value_of(given.get("multiple"), names) is True
        if several or value_of(given.get("nargs"), names) not in (None, 1):
            set_style(argument, True, REPEATED if several else MANY)
            argument.choices = []
    default = value_of(given.get("default"), names)
    if "default" in given:
        set_default(argument, given["default"], names)
    required = value_of(given.get("required"), names)
    variadic = value_of(given.get("nargs"), names) == -1
    if is_option:
        # click would prompt for a missing value, which nobody can enter here.
        argument.required = (required is True or "prompt" in given) and default is None and argument.style != SWITCH
    else:
        argument.required = required is True or (required is None and "default" not in given and not variadic)
    mark_click_file(argument, given, names)
    describe(argument, text_of(given.get("help"), names))
    return argument


def _make_switch(argument: Argument, off: str | None) -> None:
    argument.style, argument.type, argument.default = SWITCH, "boolean", False
    argument.on, argument.off = argument.flag, off


def _click_arguments(function: Function, names: Names) -> list[Argument]:
    found = []
    for target, call in _decorators(function):
        kind = (names.origin(target) or "").removeprefix("click.")
        if call is not None and kind in ("option", "argument"):
            argument = _click_argument(call, kind == "option", names)
            if argument is not None:
                found.append(argument)
    return found


def _click_role(target: ast.expr, groups: set[str], names: Names) -> str | None:
    """Returns `program` for a standalone command, `group` for a group, or `command` for a member of a group. Returns
    None for any other decorator."""
    origin = names.origin(target)
    if origin == "click.command":
        return "program"
    if origin == "click.group":
        return "group"
    if isinstance(target, ast.Attribute) and last_name(target.value) in groups and target.attr in ("command", "group"):
        return "command"
    return None


def read_click(tree: ast.Module, names: Names) -> tuple[list[Command], Function] | None:
    """Returns the program with its subcommands, and the function that starts it. Returns None if there is no
    command."""
    groups: set[str] = set()
    starts: dict[str, Function] = {}
    program: Function | None = None
    subcommands: list[Command] = []
    for function in functions_of(tree):
        for target, call in _decorators(function):
            role = _click_role(target, groups, names)
            if role == "group" and program is None:
                groups.add(function.name)
                program = function
            elif role == "command" and groups:
                name = _command_name(function, call, names)
                subcommands.append(Command(name, _click_arguments(function, names), _summary(function)))
            elif role == "program":
                starts[function.name] = function
    if program is None:
        # If there are several standalone commands, the file's own call decides.
        called = {last_name(node.func) for node in walk(tree) if isinstance(node, ast.Call)}
        program = next((item for name, item in starts.items() if name in called), next(iter(starts.values()), None))
    if program is None:
        return None
    return [Command(None, _click_arguments(program, names), _summary(program)), *subcommands], program


# typer -------------------------------------------------------------------------------------------------------------


def _typer_call(argument: ast.arg, default: ast.expr | None, names: Names) -> ast.Call | None:
    """Returns the `typer.Option(...)` or `typer.Argument(...)` of a parameter, from its default or its annotation, or
    None."""
    candidates: list[ast.expr] = [default] if default is not None else []
    annotation = argument.annotation
    if isinstance(annotation, ast.Subscript) and last_name(annotation.value) == "Annotated":
        members = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else []
        candidates += members[1:]
    for node in candidates:
        if isinstance(node, ast.Call) and names.origin(node.func) in ("typer.Option", "typer.Argument"):
            return node
    return None


def _typer_argument(tree: ast.Module, argument: ast.arg, default: ast.expr | None, function: Function, names: Names) -> Argument | None:
    annotation = read_annotation(argument.annotation, classes_of(tree))
    if last_name(argument.annotation) in ("Context", "CallbackParam"):
        return None
    call = _typer_call(argument, default, names)
    given = keywords_of(call) if call is not None else {}
    in_default = call is not None and default is call
    positional = list(call.args) if call is not None else []
    value = positional.pop(0) if in_default and positional else given.get("default") if in_default else default
    if isinstance(value, ast.Constant) and value.value is Ellipsis:
        value = None
    has_default = value is not None
    is_option = names.origin(call.func) == "typer.Option" if call is not None else has_default
    flags = [text for text in (value_of(item, names) for item in positional) if isinstance(text, str)]
    found = Argument(argument.arg, [])
    found.line = argument.lineno
    found.type = {"file": "string", "files": "array"}.get(annotation.type or "", annotation.type) or "string"
    if annotation.choices:
        found.choices, found.type = [str(item) for item in annotation.choices], "string"
    long = "--" + argument.arg.replace("_", "-").strip("-")
    if is_option:
        found.flags = [flag for text in flags for flag in text.split("/")[:1] if flag.startswith("-")] or [long]
        off = next((text.split("/", 1)[1] for text in flags if "/" in text), None)
        if found.type == "boolean":
            _make_switch(found, off or (None if flags else f"--no-{long[2:]}"))
    if found.type == "array":
        set_style(found, True, REPEATED if is_option else MANY)
    if has_default:
        set_default(found, value, names)
        if found.choices and found.default is None and isinstance(value, ast.Attribute):
            found.default = _enum_value(tree, value)
    found.required = not has_default
    mark_typer_file(found, annotation.form, argument.annotation, given, has_default and not is_none(value), names)
    documented = read_docstring(ast.get_docstring(function)).parameters.get(argument.arg, "")
    describe(found, text_of(given.get("help"), names) or documented)
    return found


def _enum_value(tree: ast.Module, node: ast.Attribute) -> object:
    """Returns the value of `Style.formal`, a member of an enum that the file defines."""
    member = node.attr if not (isinstance(node.value, ast.Attribute) and node.attr == "value") else node.value.attr
    owner = last_name(node.value.value if isinstance(node.value, ast.Attribute) else node.value)
    found = classes_of(tree).get(owner or "")
    for item in found.body if found is not None else []:
        if isinstance(item, ast.Assign) and last_name(item.targets[0]) == member and isinstance(item.value, ast.Constant):
            return str(item.value.value)
    return None


def _typer_arguments(tree: ast.Module, function: Function, names: Names) -> list[Argument]:
    read = (_typer_argument(tree, argument, default, function, names) for argument, default in named_parameters(function))
    return [item for item in read if item is not None]


def read_typer(tree: ast.Module, names: Names) -> tuple[list[Command], Function] | None:
    """Returns the program with its subcommands, and one of its functions. Returns None if there is no command."""
    apps = {
        name for name, value in names.values.items()
        if isinstance(value, ast.Call) and names.origin(value.func) == "typer.Typer"
    }  # fmt: skip
    commands: list[tuple[Function, str]] = []
    callback: Function | None = None
    for function in functions_of(tree):
        for target, call in _decorators(function):
            if isinstance(target, ast.Attribute) and last_name(target.value) in apps:
                if target.attr == "command":
                    commands.append((function, _command_name(function, call, names)))
                elif target.attr == "callback":
                    callback = function
    if not commands:
        started = _run_function(tree, names)
        return None if started is None else ([Command(None, _typer_arguments(tree, started, names), _summary(started))], started)
    if len(commands) == 1 and callback is None:
        only = commands[0][0]
        return [Command(None, _typer_arguments(tree, only, names), _summary(only))], only
    shared = _typer_arguments(tree, callback, names) if callback is not None else []
    named = [Command(name, _typer_arguments(tree, item, names), _summary(item)) for item, name in commands]
    return [Command(None, shared), *named], commands[0][0]


def _run_function(tree: ast.Module, names: Names) -> Function | None:
    """Returns the function in `typer.run(main)`, or None."""
    functions = {item.name: item for item in functions_of(tree)}
    for node in walk(tree):
        if isinstance(node, ast.Call) and names.origin(node.func) == "typer.run" and node.args:
            found = functions.get(last_name(node.args[0]) or "")
            if found is not None:
                return found
    return None
