"""Reads the description of an argument from the literals in a call such as `add_argument` or `click.option`."""

from __future__ import annotations

import ast

from ..program_arguments import MANY, REPEATED, SWITCH, VALUE, Argument
from .annotations import last_name, literal
from .names import Names

_TYPES = {
    "int": "integer", "float": "number", "bool": "boolean", "INT": "integer", "FLOAT": "number", "BOOL": "boolean",
    "IntRange": "integer", "FloatRange": "number", "Decimal": "number",
}  # fmt: skip
# The maximum length of a description, as for other fields. The description is shown next to its field.
_LONGEST_DESCRIPTION = 500
# The maximum number of choices in a list that a person chooses from. A hostile range can have any length.
_MOST_CHOICES = 200


def keywords_of(call: ast.Call) -> dict[str, ast.expr]:
    return {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}


def value_of(node: ast.expr | None, names: Names) -> object:
    """Returns the value of a literal, or of a name to which the file assigns a literal. Returns None for anything else.
    """
    if node is None:
        return None
    node = names.resolve(node)
    if isinstance(node, ast.Call) and last_name(node.func) in ("list", "sorted", "tuple") and len(node.args) == 1:
        node = names.resolve(node.args[0])
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "keys" and isinstance(node.func, ast.Attribute):
        node = names.resolve(node.func.value)
    try:
        return literal(node)
    except ValueError:
        return None


def text_of(node: ast.expr | None, names: Names) -> str:
    value = value_of(node, names)
    return " ".join(value.split()) if isinstance(value, str) else ""


def describe(argument: Argument, text: str) -> None:
    """Sets the description, with argparse's %(default)s replaced by the default."""
    shown = text.replace("%(default)s", str(argument.default)).replace("%%", "%")
    argument.description = shown[:_LONGEST_DESCRIPTION]


def set_type(argument: Argument, node: ast.expr | None) -> None:
    name = last_name(node.func if isinstance(node, ast.Call) else node)
    argument.type = _TYPES.get(name or "", argument.type)


def set_choices(argument: Argument, node: ast.expr | None, names: Names) -> None:
    """Sets the allowed values. They are strings, as on a command line."""
    if isinstance(node, ast.Call) and last_name(node.func) == "range":
        bounds = [value_of(item, names) for item in node.args]
        values: object = list(range(*bounds)[:_MOST_CHOICES]) if _are_bounds(bounds) else None
    else:
        values = value_of(node, names)
    if isinstance(values, (list, tuple, set, dict)):
        argument.choices = [str(item) for item in values][:_MOST_CHOICES]
        if argument.choices:
            argument.type = "string"


def _are_bounds(values: list[object]) -> bool:
    return 0 < len(values) <= 3 and all(isinstance(item, int) for item in values) and values[2:] != [0]


def set_default(argument: Argument, node: ast.expr | None, names: Names) -> None:
    value = value_of(node, names)
    if argument.style in (MANY, REPEATED):
        argument.default = list(value) if isinstance(value, (list, tuple)) else None
    elif argument.style == SWITCH:
        argument.default = value if isinstance(value, bool) else None
    elif isinstance(value, (bool, int, float, str)):
        known = {"string": str, "integer": int, "number": float, "boolean": bool}.get(argument.type, str)
        if argument.type == "string" and not isinstance(value, str) and not argument.choices:
            argument.type = {bool: "boolean", int: "integer", float: "number"}[type(value)]
            argument.default = value
            return
        try:
            argument.default = known(value)
        except (ValueError, OverflowError):
            argument.default = None


def set_style(argument: Argument, several: bool, style: str) -> None:
    argument.style = style if several else VALUE
    if several:
        argument.type = "array"
