"""Says which arguments of command-line programs are files that the program reads."""

from __future__ import annotations

import ast

from ..program_arguments import MANY, REPEATED, Argument
from .annotations import last_name
from .argument_values import keywords_of, value_of
from .file_types import PATH, is_input, is_none, is_place
from .names import Names


def mark_argparse_file(argument: Argument, given: dict[str, ast.expr], names: Names) -> None:
    """Makes the argument a file if its `type` is FileType for reading, or Path for a file that nobody names yet."""
    kind = given.get("type")
    if kind is None or not is_none(given.get("default")) or argument.choices:
        return
    if isinstance(kind, ast.Call) and last_name(kind.func) == "FileType":
        if not _is_for_writing(kind, names):
            _make_file(argument)
    elif names.origin(kind) == "pathlib.Path" and _is_read(argument):
        _make_file(argument)


def mark_click_file(argument: Argument, given: dict[str, ast.expr], names: Names) -> None:
    """Makes the argument a file if its `type` is click.File for reading, or click.Path of an existing file."""
    kind = given.get("type")
    if not isinstance(kind, ast.Call) or not is_none(given.get("default")):
        return
    origin = names.origin(kind.func)
    if origin == "click.File" and not _is_for_writing(kind, names):
        _make_file(argument)
    elif origin == "click.Path" and not is_place(argument.name) and _must_exist(keywords_of(kind), names):
        _make_file(argument)


def mark_typer_file(
    argument: Argument, form: str | None, annotation: ast.expr | None, given: dict[str, ast.expr], has_default: bool, names: Names
) -> None:
    """Makes the argument a file if its annotation is Path for a file to read, or one of typer's files for reading.
    `form` is what the annotation says (file_types.py).
    """
    if isinstance(annotation, ast.Subscript) and isinstance(annotation.slice, ast.Tuple):
        # The first member of Annotated[typer.FileText, ...] is the type.
        annotation = annotation.slice.elts[0]
    is_opened = last_name(annotation) in ("FileText", "FileBinaryRead")
    if has_default or not (is_opened or form == PATH):
        return
    writes = value_of(given.get("writable"), names) is True or value_of(given.get("file_okay"), names) is False
    is_read = _is_read(argument) or (_must_exist(given, names) and not is_place(argument.name))
    if is_opened or (is_read and not writes):
        _make_file(argument)


def _make_file(argument: Argument) -> None:
    argument.type = "files" if argument.style in (MANY, REPEATED) else "file"


def _is_read(argument: Argument) -> bool:
    """Returns whether a path without a default is an input: a positional or required one, or one with such a name."""
    if is_place(argument.name):
        return False
    return not argument.flags or argument.required or is_input(argument.name)


def _must_exist(given: dict[str, ast.expr], names: Names) -> bool:
    return value_of(given.get("exists"), names) is True and value_of(given.get("file_okay"), names) is not False


def _is_for_writing(call: ast.Call, names: Names) -> bool:
    mode = value_of(call.args[0] if call.args else keywords_of(call).get("mode"), names)
    return isinstance(mode, str) and any(letter in mode for letter in "wax+")
