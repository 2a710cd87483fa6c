"""Converts the fields of an input to the command line of a terminal program."""

from __future__ import annotations

# The maximum count of an option such as -vvv. Nobody repeats a flag more often, and each repetition is an argument.
_MOST_REPEATED = 20

# How a field becomes arguments: VALUE is one value, SWITCH a flag without a value, COUNT a flag that is repeated, MANY
# one flag with several values, and REPEATED one flag for each value.
VALUE, SWITCH, COUNT, MANY, REPEATED = "value", "switch", "count", "many", "repeated"


class Argument:
    """An argument. `flags` is empty for a positional argument. `off` is the flag that turns the argument off."""

    def __init__(self, name: str, flags: list[str] | None = None, style: str = VALUE) -> None:
        self.name = name
        self.flags = flags or []
        self.style = style
        self.off: str | None = None
        self.on: str | None = None
        self.type = "string"
        self.choices: list[str] = []
        self.default: object = None
        self.required = False
        self.description = ""
        self.line = 1

    @property
    def flag(self) -> str | None:
        """Returns the flag to use: the first long flag, or else the first flag. Returns None for a positional argument.
        """
        return next((item for item in self.flags if item.startswith("--")), self.flags[0] if self.flags else None)

    def as_parameter(self) -> dict[str, object]:
        """Returns the field of the form, as in InputParameter (runtime/protocol/inspection.ts)."""
        parameter: dict[str, object] = {
            "name": self.name,
            "type": self.type,
            "required": self.required,
            "description": self.description,
        }
        if self.default is not None:
            parameter["default"] = self.default
        if self.choices:
            parameter["choices"] = self.choices
        return parameter

    def command_line(self, value: object) -> list[str]:
        """Returns the arguments for a value of the field."""
        if self.style == SWITCH:
            chosen = self.on if value else self.off
            return [] if chosen is None else [chosen]
        if self.style == COUNT:
            count = value if isinstance(value, int) else 0
            return [self.flag or ""] * max(0, min(count, _MOST_REPEATED))
        if self.style in (MANY, REPEATED):
            values = [as_text(item) for item in (value if isinstance(value, list) else [value])]
            if self.flag is None:
                return values
            if self.style == MANY:
                return [self.flag, *values]
            return [text for item in values for text in _with_flag(self.flag, item)]
        return [as_text(value)] if self.flag is None else _with_flag(self.flag, as_text(value))


class Command:
    """A program, or one of its subcommands. `name` is the word that selects the subcommand, or None for the program."""

    def __init__(self, name: str | None = None, arguments: list[Argument] | None = None, description: str = "") -> None:
        self.name = name
        self.arguments = arguments or []
        self.description = description


def as_text(value: object) -> str:
    """Returns a value as a person types it. False is the empty string, which argparse's `type=bool` reads as false."""
    if isinstance(value, bool):
        return "True" if value else ""
    if isinstance(value, (dict, list)):
        import json

        return json.dumps(value)
    return str(value)


def _with_flag(flag: str, value: str) -> list[str]:
    """Joins a flag and its value, so that a value that begins with a hyphen is not mistaken for another flag."""
    if flag.startswith("--"):
        return [f"{flag}={value}"]
    return [flag + value] if value else [flag, value]


def build_command_line(command: Command, data: dict[str, object], has_parser: bool) -> list[str]:
    """Returns the arguments of one command for an input. `has_parser` says whether a parser reads them. If so, `--`
    precedes positional values that look like flags.
    """
    options: list[str] = []
    values: list[str] = []
    separated = False
    positional = [item for item in command.arguments if not item.flags]
    last = max((at for at, item in enumerate(positional) if data.get(item.name) is not None), default=-1)
    for item in command.arguments:
        value = data.get(item.name)
        if item.flags and value is not None:
            options += item.command_line(value)
            separated = separated or item.style == MANY
    for at, item in enumerate(positional):
        value = data.get(item.name)
        # A value cannot be omitted if a later value is given.
        value = item.default if value is None and at < last else value
        if value is not None:
            values += item.command_line(value)
    separated = has_parser and bool(values) and (separated or any(item.startswith("-") for item in values))
    return [*options, *(["--"] if separated else []), *values]
