"""Reads the arguments of an argparse program from its `add_argument` calls, without running it."""

from __future__ import annotations

import ast

from ..program_arguments import COUNT, MANY, REPEATED, SWITCH, Argument, Command
from .annotations import last_name
from .argparse_statements import ParserStatements
from .argument_values import describe, keywords_of, set_choices, set_default, set_style, set_type, text_of, value_of
from .entry import EntryProblem
from .names import Names
from .nodes import walk
from .path_arguments import mark_argparse_file

# The maximum number of arguments, more than any form can show.
_MOST_ARGUMENTS = 100


def _switch(argument: Argument, action: str) -> bool:
    """Turns an argument into a switch if its action does not take a value. Returns whether it did."""
    flag = argument.flag
    if flag is None or action not in ("store_true", "store_false", "store_const", "append_const", "BooleanOptionalAction"):
        return False
    argument.style, argument.type, argument.default = SWITCH, "boolean", False
    if action == "store_false":
        argument.off, argument.default = flag, True
    else:
        argument.on = flag
    if action == "BooleanOptionalAction" and flag.startswith("--"):
        argument.off = f"--no-{flag[2:]}"
    return True


def _read(call: ast.Call, names: Names) -> Argument | None:
    """Returns the argument of an `add_argument` call, or None if the argument is not meant for callers, such as
    --version."""
    flags = [value_of(item, names) for item in call.args]
    given = keywords_of(call)
    dest = value_of(given.get("dest"), names)
    texts = [item for item in flags if isinstance(item, str) and item]
    if len(texts) != len(call.args) or (not texts and not isinstance(dest, str)):
        raise EntryProblem(
            "The name of this argument is computed when the program runs, so no form can be made for it. Write it as a "
            "string literal, or write a function def run(message) that returns the answer.",
            call.lineno,
        )
    action = text_of(given.get("action"), names) or last_name(given.get("action")) or "store"
    if action in ("version", "help"):
        return None
    is_option = any(item.startswith("-") for item in texts)
    argument = Argument("", texts if is_option else [])
    long = next((item for item in texts if item.startswith("--")), texts[0] if texts else "")
    argument.name = (dest if isinstance(dest, str) else long.lstrip("-")).replace("-", "_")
    argument.line = call.lineno
    if not _switch(argument, action):
        _read_value(argument, action, given, names)
    if "default" in given:
        set_default(argument, given["default"], names)
    argument.required = argument.required and argument.default is None
    mark_argparse_file(argument, given, names)
    describe(argument, text_of(given.get("help"), names))
    return argument


def _read_value(argument: Argument, action: str, given: dict[str, ast.expr], names: Names) -> None:
    nargs = value_of(given.get("nargs"), names)
    if last_name(given.get("nargs")) in ("REMAINDER", "PARSER"):
        nargs = "*"
    set_type(argument, given.get("type"))
    if "choices" in given:
        set_choices(argument, given["choices"], names)
    if action == "count":
        argument.style, argument.type = COUNT, "integer"
    elif action in ("append", "extend"):
        set_style(argument, True, REPEATED)
    elif nargs in ("*", "+") or isinstance(nargs, int):
        set_style(argument, True, MANY)
        argument.choices = []
    argument.required = value_of(given.get("required"), names) is True if argument.flags else nargs not in ("?", "*")


class _Parsers:
    """The parsers of a file, keyed by the names that they are assigned to. A name is often reused: `p =
    sub.add_parser("a")`, then `p = sub.add_parser("b")`.
    """

    def __init__(self, tree: ast.Module, names: Names) -> None:
        self._names = names
        self.program = Command()
        self.commands: dict[str, Command] = {}
        # The subcommand that each name refers to. Arguments that are added to any other name belong to the program.
        self._owners: dict[str, Command] = {}
        lists = [keywords_of(node).get("parents") for node in walk(tree) if isinstance(node, ast.Call)]
        elements = (item for found in lists if isinstance(found, (ast.List, ast.Tuple)) for item in found.elts)
        # The names of parsers whose arguments other parsers inherit (`parents=[...]`).
        self._parents = {last_name(item) for item in elements}

    def read(self, statement: ast.AST) -> None:
        """Reads the arguments and subcommands that a statement adds to the parsers. Raises EntryProblem if the name of
        an argument is computed or there are too many arguments.
        """
        calls = [node for node in walk(statement) if isinstance(node, ast.Call)]
        # In `sub.add_parser("a").add_argument("b")`, the inner call comes first.
        made: Command | None = None
        for call in reversed(calls):
            method = call.func.attr if isinstance(call.func, ast.Attribute) else last_name(call.func)
            if method == "add_parser":
                made = self._add_command(call) or made
            elif method == "ArgumentParser":
                self._add_parser(call, statement)
            elif method in ("add_argument_group", "add_mutually_exclusive_group"):
                made = self._owner(call, made)
            elif method == "add_argument":
                self._add_argument(call, self._owner(call, made) or self.program)
        target = last_name(statement.targets[0]) if isinstance(statement, ast.Assign) else None
        if target is None or not calls:
            return
        if made is not None:
            self._owners[target] = made
        elif target not in self._parents:
            self._owners.pop(target, None)

    def _owner(self, call: ast.Call, made: Command | None) -> Command | None:
        receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(receiver, ast.Call):
            return made
        return self._owners.get(last_name(receiver) or "")

    def _add_command(self, call: ast.Call) -> Command | None:
        name = value_of(call.args[0], self._names) if call.args else None
        if not isinstance(name, str):
            return None
        help_text = text_of(keywords_of(call).get("help"), self._names)
        command = self.commands.setdefault(name, Command(name, [], help_text))
        self._take_over(call, command)
        return command

    def _add_parser(self, call: ast.Call, statement: ast.AST) -> None:
        name = last_name(statement.targets[0]) if isinstance(statement, ast.Assign) else None
        owner = self._owners.setdefault(name, Command()) if name is not None and name in self._parents else self.program
        self._take_over(call, owner)

    def _take_over(self, call: ast.Call, command: Command) -> None:
        parents = keywords_of(call).get("parents")
        for item in parents.elts if isinstance(parents, (ast.List, ast.Tuple)) else []:
            for argument in self._owners.get(last_name(item) or "", self.program).arguments:
                self._add(argument, command)

    def _add_argument(self, call: ast.Call, command: Command) -> None:
        found = _read(call, self._names)
        if found is not None:
            self._add(found, command)
        if len(command.arguments) > _MOST_ARGUMENTS:
            raise EntryProblem(f"The program has more than {_MOST_ARGUMENTS} arguments.", call.lineno)

    def _add(self, argument: Argument, command: Command) -> None:
        if argument.name not in {item.name for item in command.arguments}:
            command.arguments.append(argument)


def read_argparse(tree: ast.Module, names: Names) -> list[Command]:
    """Returns the program, followed by its subcommands. Raises EntryProblem if an argument's name is computed or there
    are too many arguments.
    """
    parsers = _Parsers(tree, names)
    for statement in ParserStatements(tree, names):
        parsers.read(statement)
    return [parsers.program, *parsers.commands.values()]
