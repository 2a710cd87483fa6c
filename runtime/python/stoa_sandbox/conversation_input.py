"""Passes the earlier turns of a conversation to a function that declares a parameter for them."""

from __future__ import annotations

import types

from .calling import get_innermost

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Sequence

    from .inspection.conversation_parameters import ConversationParameter
    from .inspection.names import Function
    from .memory import Memory
    from .message_files import Image

Input = dict[str, object]

# The file is parsed only if its function has one of these parameters.
_NAMES = ("messages", "history", "chat_history")


def add_conversation(
    function: Callable[..., object],
    source: str,
    filename: str,
    takes: str,
    data: Input,
    memory: Memory | None,
    images: Sequence[Image] = (),
) -> tuple[Input, Input]:
    """Returns the input with the conversation in the function's parameter for it, and the parameters to pass beside the
    input if the function takes the input as a whole. A value of the caller takes precedence. Without a conversation, a
    default of the function stays in effect. `images` are those of the new message.
    """
    code = getattr(get_innermost(function), "__code__", None)
    names = () if code is None else code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if code is None or not any(name in names for name in _NAMES):
        return data, {}
    # The main file of an archive can import its entry point.
    text = source if code.co_filename == filename else _read_file(code.co_filename)
    found = _find_parameter(function, text, takes)
    if found is None:
        return data, {}
    is_whole = takes == "input_data"
    if data.get(found.name) is not None:
        return data, {found.name: data[found.name]} if is_whole else {}
    earlier: list[object] = [] if memory is None else list(memory.history)
    if found.memory == "messages":
        if not isinstance(data.get("message"), str):
            return data, {}
        rest = {name: value for name, value in data.items() if name != "message"}
        from .message_files import content_of

        content = content_of(data["message"], images)
        return {**rest, found.name: [*earlier, {"role": "user", "content": content}]}, {}
    if memory is None and not found.is_required:
        return data, {}
    return (data, {found.name: earlier}) if is_whole else ({**data, found.name: earlier}, {})


def _read_file(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except OSError:
        # The code was created while the file ran, so that it is in no file.
        return ""


def _find_parameter(function: Callable[..., object], source: str, takes: str) -> ConversationParameter | None:
    import ast

    from .inspection.conversation_parameters import find_conversation_parameter

    tree = ast.parse(source)
    definition = _find_definition(tree, str(getattr(get_innermost(function), "__qualname__", "")))
    if definition is None:
        return None
    return find_conversation_parameter(tree, definition, takes, isinstance(function, types.MethodType))


def _find_definition(tree: ast.Module, path: str) -> Function | None:
    """Returns the function with a qualified name, such as `Bot.answer`, or None for a function within a function."""
    import ast

    body = tree.body
    *owners, name = path.split(".")
    for owner in owners:
        made = next((item for item in body if isinstance(item, ast.ClassDef) and item.name == owner), None)
        if made is None:
            return None
        body = made.body
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return next((item for item in reversed(body) if isinstance(item, kinds) and item.name == name), None)
