"""Recognizes programs for a terminal: argparse, click and typer programs with their arguments, and scripts that read
sys.argv, input() or sys.stdin. They run from top to bottom, as with `python agent.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..program_arguments import Argument, Command
from .annotations import last_name
from .argparse_arguments import read_argparse
from .argument_values import set_default
from .command_functions import read_click, read_typer
from .file_types import FILES
from .names import Function, Names, own_nodes
from .nodes import walk

PARSES = ("parse_args", "parse_known_args", "parse_intermixed_args")
# The name of a program's entry point, which is the file itself.
PROGRAM = "__main__"
COMMAND = "command"
MESSAGE = "message"
_MESSAGE_TEXT = "What the program reads, as if typed at a terminal."
_COMMAND_TEXT = "What the program should do."
# The maximum length of a description, as for other fields. The description is shown next to its field.
_LONGEST_DESCRIPTION = 500
_PARAMETERS = {"args", "arguments", "argv", "config", "namespace", "options", "opts", "parsed"}


class Program:
    """A command-line program in an uploaded file. `kind` is argparse, click, typer or script. `commands` are the
    program and its subcommands. `start` is the function to call if the file does not call it.
    """

    def __init__(self, kind: str, commands: list[Command], start: str | None = None, reads_input: bool = False) -> None:
        self.kind = kind
        self.commands = commands
        self.start = start
        self.reads_input = reads_input

    @property
    def subcommands(self) -> list[Command]:
        return self.commands[1:]

    def fields(self) -> list[Argument]:
        """Returns every field of the form."""
        found = list(self.commands[0].arguments)
        if self.subcommands:
            found.append(self._choice())
        known = {item.name for item in found}
        names = dict.fromkeys(item.name for command in self.subcommands for item in command.arguments)
        found += [self._of_commands(name) for name in names if name not in known]
        if self.reads_input and MESSAGE not in {item.name for item in found}:
            found.append(_message(required=not found))
        return found

    def _of_commands(self, name: str) -> Argument:
        """Returns the field for an argument of subcommands. The field is required only if every subcommand requires it.
        """
        owners = [(command, item) for command in self.subcommands for item in command.arguments if item.name == name]
        first = owners[0][1]
        field = Argument(name, first.flags, first.style)
        field.type, field.choices, field.default = first.type, first.choices, first.default
        if any(item.type != first.type for _, item in owners):
            field.type = "string"
        if any(item.choices != first.choices for _, item in owners):
            field.choices = []
        if any(item.default != first.default for _, item in owners):
            # Each subcommand uses its own default.
            field.default = None
        if len(owners) == len(self.subcommands):
            field.required = all(item.required for _, item in owners)
            field.description = first.description
        else:
            names = ", ".join(command.name or "" for command, _ in owners)
            field.description = f"For {names}. {first.description}".strip()[:_LONGEST_DESCRIPTION]
        return field

    def _choice(self) -> Argument:
        choice = Argument(COMMAND)
        choice.required = True
        choice.choices = [command.name or "" for command in self.subcommands]
        texts = [f"{command.name}: {command.description}" for command in self.subcommands if command.description]
        choice.description = " ".join([_COMMAND_TEXT, *texts])[:_LONGEST_DESCRIPTION]
        return choice

    def example(self) -> dict[str, object] | None:
        """Returns an example input for a program with subcommands, which need different fields, or None."""
        if not self.subcommands:
            return None
        needs = [(item, [each for each in [*self.commands[0].arguments, *item.arguments] if each.required]) for item in self.subcommands]
        # Only callers have files.
        found = next(((item, needed) for item, needed in needs if not any(each.type in FILES for each in needed)), None)
        if found is None:
            return None
        first, needed = found
        return {COMMAND: first.name, **{item.name: _sample(item) for item in needed}}


_SAMPLES: dict[str, object] = {"integer": 1, "number": 1, "boolean": True}


def _sample(argument: Argument) -> object:
    if argument.choices:
        return argument.choices[0]
    return ["Hello"] if argument.type == "array" else _SAMPLES.get(argument.type, "Hello")


def _message(required: bool) -> Argument:
    message = Argument(MESSAGE)
    message.required, message.description = required, _MESSAGE_TEXT
    return message


def _walk_executed(tree: ast.Module) -> Iterator[ast.AST]:
    """Yields the code that runs when the file is executed on its own: its top level, including the code under the main
    guard, and the functions that are called from there.
    """
    functions = {item.name: item for item in tree.body if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef))}
    defining = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    waiting: list[list[ast.stmt]] = [[item for item in tree.body if not isinstance(item, defining)]]
    seen: set[str] = set()
    while waiting:
        for node in own_nodes(waiting.pop()):
            yield node
            name = node.id if isinstance(node, ast.Name) else None
            if name in functions and name not in seen:
                seen.add(name)
                waiting.append(functions[name].body)


def _parses(nodes: list[ast.AST]) -> bool:
    """Returns whether one of the nodes parses the command line. A call with a literal list of arguments is only a
    try-out."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PARSES:
            if not node.args or not isinstance(node.args[0], (ast.List, ast.Tuple)):
                return True
    return False


def _reads_input(nodes: list[ast.AST]) -> bool:
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "input":
            return True
        if isinstance(node, ast.Attribute) and node.attr == "stdin" and last_name(node.value) == "sys":
            return True
    return False


def find_arguments_program(tree: ast.Module) -> Program | None:
    """Returns the program in a file that parses its arguments with click, typer or argparse, or None. Raises
    EntryProblem if an argument cannot be read.
    """
    names = Names(tree.body)
    imported = {origin.partition(".")[0] for origin in names.imports.values()}
    for module, read in (("typer", read_typer), ("click", read_click)):
        found = read(tree, names) if module in imported else None
        if found is not None:
            commands, function = found
            return Program(module, commands, None if _is_started(tree, function, module, names) else _start(tree, function, module, names))
    reached = list(_walk_executed(tree))
    start: str | None = None
    if not _parses(reached):
        start = _unstarted_main(tree)
        if start is None:
            return None
    return Program("argparse", read_argparse(tree, names), start, _reads_input(reached))


def _unstarted_main(tree: ast.Module) -> str | None:
    """Returns the name of the main function of a console script: main, cli or run, if it parses arguments. Returns None
    if there is no such function.
    """
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and function.name in ("main", "cli", "run"):
            nodes = [node for node in walk(function)]
            if _parses(nodes) and all(item.arg in _PARAMETERS for item in function.args.args):
                return function.name
    return None


def _start(tree: ast.Module, function: Function, module: str, names: Names) -> str:
    if module == "click":
        return function.name
    apps = [name for name, value in names.values.items() if isinstance(value, ast.Call) and names.origin(value.func) == "typer.Typer"]
    return apps[0] if apps else function.name


def _is_started(tree: ast.Module, function: Function, module: str, names: Names) -> bool:
    """Returns whether the file calls its command when it is executed, so that no call has to be added."""
    start = _start(tree, function, module, names)
    for node in _walk_executed(tree):
        if isinstance(node, ast.Call):
            if last_name(node.func) == start or names.origin(node.func) == "typer.run":
                return True
    return False


def passes_parsed_arguments(function: Function) -> bool:
    """Returns whether a function takes the parsed command line, as in `main(parser.parse_args())`."""
    arguments = function.args.posonlyargs + function.args.args
    return len(arguments) == 1 and arguments[0].arg in _PARAMETERS


def find_script_program(tree: ast.Module) -> Program | None:
    """Returns the program in a script that reads sys.argv, input() or sys.stdin when it is executed, or None."""
    reached = list(_walk_executed(tree))
    arguments = _argv_arguments(reached, Names(tree.body))
    if arguments:
        return Program("script", [Command(None, arguments)])
    return Program("script", [Command()], reads_input=True) if _reads_input(reached) else None


def _is_argv(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "argv" and last_name(node.value) == "sys"
    return isinstance(node, ast.Name) and node.id == "argv"


def _argv_arguments(nodes: list[ast.AST], names: Names) -> list[Argument]:
    """Returns the arguments that a script reads from sys.argv: by index, or all as one string."""
    named: dict[int, Argument] = {}
    takes_all = False
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Name, ast.Tuple)):
            for place, argument in _read_assigned_arguments(node, names):
                named.setdefault(place, argument)
    for node in nodes:
        if not isinstance(node, ast.Subscript) or not _is_argv(node.value):
            continue
        place = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if isinstance(place, int) and place > 0:
            argument = Argument("", [])
            argument.required = True
            named.setdefault(place, argument)
        takes_all = takes_all or isinstance(node.slice, ast.Slice)
    if not named and takes_all:
        named[1] = Argument("", [])
        named[1].required = True
    for place, argument in named.items():
        unnamed = MESSAGE if len(named) == 1 else f"argument_{place}"
        argument.name = argument.name or unnamed
    return [named[place] for place in sorted(named)]


def _read_assigned_arguments(node: ast.Assign, names: Names) -> list[tuple[int, Argument]]:
    """Returns the arguments of `topic = sys.argv[1]`, `n = int(sys.argv[2]) if ... else 3` and `a, b = sys.argv[1:]`."""
    target, value, default = node.targets[0], node.value, None
    if isinstance(target, ast.Tuple):
        if not isinstance(value, ast.Subscript) or not _is_argv(value.value):
            return []
        found = [(place, Argument(last_name(item) or "", [])) for place, item in enumerate(target.elts, 1)]
        for _, argument in found:
            argument.required = True
        return found
    if isinstance(value, ast.IfExp):
        value, default = value.body, value.orelse
    kind = last_name(value.func) if isinstance(value, ast.Call) else None
    if isinstance(value, ast.Call) and kind in ("int", "float", "str") and value.args:
        value = value.args[0]
    if not isinstance(value, ast.Subscript) or not _is_argv(value.value) or not isinstance(value.slice, ast.Constant):
        return []
    place = value.slice.value
    if not isinstance(place, int) or place < 1:
        return []
    argument = Argument(last_name(target) or "", [])
    argument.type = {"int": "integer", "float": "number"}.get(kind or "", "string")
    argument.required = True
    if default is not None:
        set_default(argument, default, names)
        argument.required = argument.default is None
    return [(place, argument)]
