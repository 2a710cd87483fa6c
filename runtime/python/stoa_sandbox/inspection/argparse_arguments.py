"""Reads the arguments of an argparse program from its `add_argument` calls, without running it."""

from __future__ import annotations

import ast

from ..program_arguments import COUNT, MANY, REPEATED, SWITCH, Argument, Command
from .annotations import last_name
from .argument_values import describe, keywords_of, set_choices, set_default, set_style, set_type, text_of, value_of
from .entry import EntryProblem
from .names import Names

# The maximum number of arguments, more than any form can show.
_MOST_ARGUMENTS = 100


def _switch(argument: Argument, action: str) -> bool:
    """Turns an argument whose action needs no value into a switch. Returns whether it did."""
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
    """Returns the argument of one `add_argument` call, or None if the argument is not meant for callers, such
    as --version."""
    flags = [value_of(item, names) for item in call.args]
    given = keywords_of(call)
    dest = value_of(given.get("dest"), names)
    texts = [item for item in flags if isinstance(item, str) and item]
    if len(texts) != len(call.args) or (not texts and not isinstance(dest, str)):
        raise EntryProblem(
            "The name of this argument is computed when the program runs, so no form can be made for it. Write it as a "
            "text, or write a function def run(message) that returns the answer.",
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
    """The parsers of a file by the names that they are assigned to, and the subcommand that each belongs to."""

    def __init__(self, nodes: list[ast.AST], names: Names) -> None:
        self.commands: dict[str, Command] = {}
        self._owners: dict[str, str] = {}
        # A name is often used again: `p = sub.add_parser("a")`, then `p = sub.add_parser("b")`.
        self._assigned: list[tuple[int, str, str | None]] = []
        for node in nodes:
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                continue
            target, called = last_name(node.targets[0]), node.value.func
            method = called.attr if isinstance(called, ast.Attribute) else ""
            if target is None:
                continue
            if method == "add_parser" and node.value.args:
                name = value_of(node.value.args[0], names)
                if isinstance(name, str):
                    self.commands.setdefault(name, Command(name, [], text_of(keywords_of(node.value).get("help"), names)))
                    self._owners[target] = name
            elif method in ("add_argument_group", "add_mutually_exclusive_group") and isinstance(called, ast.Attribute):
                owner = self._owners.get(last_name(called.value) or "")
                if owner is not None:
                    self._owners[target] = owner
            elif method == "" and target in self._owners:
                del self._owners[target]
            self._assigned.append((node.lineno, target, self._owners.get(target)))

    def owner_of(self, call: ast.Call) -> str | None:
        """Returns the subcommand that an `add_argument` call belongs to, or None for the program itself."""
        receiver = last_name(call.func.value) if isinstance(call.func, ast.Attribute) else None
        before = [owner for line, name, owner in self._assigned if name == receiver and line <= call.lineno]
        return before[-1] if before else None


def read_argparse(tree: ast.Module, names: Names) -> list[Command]:
    """Returns the program, and its subcommands after it. Raises EntryProblem for an argument whose name is computed."""
    nodes = sorted(ast.walk(tree), key=lambda node: (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)))
    parsers = _Parsers(nodes, names)
    program = Command()
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr == "add_parser" and node.args:
            # A subcommand without arguments is often not assigned to a name.
            name = value_of(node.args[0], names)
            if isinstance(name, str):
                help_text = text_of(keywords_of(node).get("help"), names)
                parsers.commands.setdefault(name, Command(name, [], help_text))
        if node.func.attr != "add_argument":
            continue
        owner = parsers.owner_of(node)
        command = program if owner is None else parsers.commands[owner]
        found = _read(node, names)
        if found is not None and found.name not in {item.name for item in command.arguments}:
            command.arguments.append(found)
        if len(command.arguments) > _MOST_ARGUMENTS:
            raise EntryProblem(f"The program has more than {_MOST_ARGUMENTS} arguments.", node.lineno)
    return [program, *parsers.commands.values()]
