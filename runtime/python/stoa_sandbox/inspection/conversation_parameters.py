"""Finds the parameter of a function that receives the earlier turns of a conversation, such as `history: list[dict]`,
and describes the inputs that callers see instead of it.
"""

from __future__ import annotations

import ast

from .annotations import Classes, classes_of, last_name, read_annotation
from .entry import named_parameters
from .names import Function
from .parameters import DEFAULT_MESSAGE

Json = dict[str, object]

HISTORY, MESSAGES = "history", "messages"
# The parameters that receive a conversation, in order of precedence.
_NAMES = (MESSAGES, HISTORY, "chat_history")
_LISTS = {"list", "List", "Sequence", "MutableSequence", "Iterable", "Collection"}
# The annotations of a list's items that a dict with `role` and `content` satisfies.
_DICTS = {"dict", "Dict", "Mapping", "MutableMapping", "Any", "object"}
# The names under which functions take the new message beside the conversation.
_MESSAGE_NAMES = {
    "message", "input", "question", "query", "task", "topic", "text", "prompt", "content", "request", "user_input",
    "user_message", "user_query",
}  # fmt: skip


class ConversationParameter:
    """`memory` is `messages` if the parameter gets the new message too, and `history` if another parameter does.
    `is_required` says whether the function cannot be called without it.
    """

    __slots__ = ("is_required", "memory", "name")

    def __init__(self, name: str, memory: str, is_required: bool) -> None:
        self.name = name
        self.memory = memory
        self.is_required = is_required


def find_conversation_parameter(
    tree: ast.Module, function: Function, takes: str, is_method: bool
) -> ConversationParameter | None:
    """Returns the parameter that receives the conversation, or None. `takes` is as in EntryPoint
    (runtime/protocol/inspection.ts).
    """
    parameters = named_parameters(function)[1 if is_method else 0 :]
    classes = classes_of(tree)
    positional_only = {argument.arg for argument in function.args.posonlyargs}
    if takes == "input_data":
        # The first parameter is the whole input, which contains the message.
        parameters = parameters[1:]
    elif takes != "parameters":
        return None
    fitting = {
        argument.arg: default
        for argument, default in parameters
        if argument.arg in _NAMES and argument.arg not in positional_only and _holds_messages(argument, default, classes)
    }
    name = next((name for name in _NAMES if name in fitting), None)
    if name is None:
        return None
    others = [(argument, default) for argument, default in parameters if argument.arg not in fitting]
    has_message = takes == "input_data" or any(
        _holds_message(argument, default, classes, name) for argument, default in others
    )
    return ConversationParameter(name, HISTORY if has_message else MESSAGES, fitting[name] is None)


def _holds_messages(argument: ast.arg, default: ast.expr | None, classes: Classes) -> bool:
    if argument.annotation is not None:
        return _is_list_of_dicts(argument.annotation, classes)
    is_empty = isinstance(default, ast.Constant) and default.value is None
    return is_empty or (isinstance(default, ast.List) and not default.elts)


def _is_list_of_dicts(node: ast.expr, classes: Classes) -> bool:
    """Returns whether a list of dicts with `role` and `content` satisfies the annotation."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return _is_list_of_dicts(ast.parse(node.value, mode="eval").body, classes)
        except SyntaxError:
            return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _is_list_of_dicts(node.left, classes) or _is_list_of_dicts(node.right, classes)
    if not isinstance(node, ast.Subscript):
        return last_name(node) in _LISTS
    name = last_name(node.value)
    members = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name in ("Optional", "Union"):
        return any(_is_list_of_dicts(member, classes) for member in members)
    if name == "Annotated":
        return bool(members) and _is_list_of_dicts(members[0], classes)
    return name in _LISTS and len(members) == 1 and _accepts_dict(members[0], classes)


def _accepts_dict(item: ast.expr, classes: Classes) -> bool:
    name = last_name(item.value if isinstance(item, ast.Subscript) else item)
    if name is None:
        return False
    made = classes.get(name)
    if made is not None:
        return any(last_name(base) == "TypedDict" for base in made.bases)
    # OpenAI's and Anthropic's types of messages, such as ChatCompletionMessageParam, are dicts.
    return name in _DICTS or name.endswith("MessageParam")


def _holds_message(argument: ast.arg, default: ast.expr | None, classes: Classes, conversation: str) -> bool:
    annotation = argument.annotation
    if annotation is not None and read_annotation(annotation, classes).type != "string":
        return False
    # A list named `messages` contains the new message, unless a parameter clearly takes it.
    return argument.arg in _MESSAGE_NAMES or (conversation != MESSAGES and default is None)


def describe_inputs(parameters: list[Json], conversation: ConversationParameter) -> list[Json]:
    """Returns the inputs that callers see. The conversation is optional, because the platform supplies it."""
    own = next((item for item in parameters if item["name"] == conversation.name), None)
    others = [item for item in parameters if item is not own]
    if own is not None:
        # Without a default, the function's own default applies if the caller passes nothing.
        optional = {key: value for key, value in own.items() if key != "default"}
        others.append({**optional, "type": "array", "required": False})
    return [DEFAULT_MESSAGE, *others] if conversation.memory == MESSAGES else others


def describe_example(example: Json | None, conversation: ConversationParameter) -> Json | None:
    """Returns an example of the file's own call as callers would write it, or None if it has no message."""
    if example is None or conversation.memory == HISTORY:
        return example
    messages = example.get(conversation.name)
    last = messages[-1] if isinstance(messages, list) and messages else None
    text = last.get("content") if isinstance(last, dict) else last
    others = {name: value for name, value in example.items() if name != conversation.name}
    return {"message": text, **others} if isinstance(text, str) else None
