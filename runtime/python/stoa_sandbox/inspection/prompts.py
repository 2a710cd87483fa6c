"""Finds the variables of a chain in the literal prompts and mappings in its file."""

from __future__ import annotations

import ast
from string import Formatter

from .annotations import last_name
from .names import DEEPEST, Names
from .nodes import walk

_TEMPLATES = {"from_template", "from_messages", "PromptTemplate", "ChatPromptTemplate"}
# The usual names of a conversation among a prompt's variables.
CONVERSATIONS = ("messages", "history", "chat_history")
_HISTORY = (*CONVERSATIONS, "agent_scratchpad")
# The models that complete texts. Other models are chat models.
_TEXT_MODELS = ("OpenAI", "AzureOpenAI")


def template_variables(text: str) -> list[str]:
    """Returns the {names} in a template."""
    try:
        fields = [field for _, field, _, _ in Formatter().parse(text) if field]
    except ValueError:
        return []
    return [field for field in fields if field.isidentifier()]


def _texts_in(node: ast.expr, names: Names, depth: int = 0) -> list[str]:
    """Returns the literal strings in a prompt's messages, without their roles."""
    node = names.resolve(node)
    if depth > DEEPEST:
        return []
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Tuple) and len(node.elts) == 2:
        role = node.elts[0]
        if isinstance(role, ast.Constant) and role.value == "placeholder":
            return []
        return _texts_in(node.elts[1], names, depth + 1)
    if isinstance(node, ast.List):
        return [text for item in node.elts for text in _texts_in(item, names, depth + 1)]
    if isinstance(node, ast.Dict):
        # A part of a message: {"type": "image_url", "image_url": {"url": "{address}"}}.
        return [text for item in node.values for text in _texts_in(item, names, depth + 1)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _texts_in(node.left, names, depth + 1) + _texts_in(node.right, names, depth + 1)
    # SystemMessage(...) and similar classes use text unchanged. Only templates have variables.
    if isinstance(node, ast.Call) and "Template" in ast.unparse(node.func):
        given = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg in ("template", "prompt"))]
        return [text for item in given for text in _texts_in(item, names, depth + 1)]
    return []


def _prompt_variables(call: ast.Call, names: Names) -> list[str] | None:
    """Returns the variables of a prompt, or None if the call does not create a prompt."""
    maker = last_name(call.func)
    if maker not in _TEMPLATES:
        return None
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    if "template_format" in keywords:
        return None
    given = call.args[:1] or [value for name, value in keywords.items() if name in ("template", "messages")]
    found = [name for item in given for text in _texts_in(item, names) for name in template_variables(text)]
    partial = keywords.get("partial_variables")
    known = partial.keys if isinstance(partial, ast.Dict) else []
    return [name for name in found if name not in {getattr(key, "value", None) for key in known}]


def _stages(node: ast.expr, names: Names, depth: int = 0) -> list[ast.expr]:
    node = names.resolve(node)
    if depth < DEEPEST and isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _stages(node.left, names, depth + 1) + _stages(node.right, names, depth + 1)
    if depth < DEEPEST and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in ("with_config", "with_retry", "with_fallbacks", "with_types", "with_listeners"):
            return _stages(node.func.value, names, depth + 1)
        if node.func.attr == "pipe":
            piped = [stage for item in node.args for stage in _stages(item, names, depth + 1)]
            return _stages(node.func.value, names, depth + 1) + piped
    return [node]


def _find_keys(function: ast.Lambda) -> list[str] | None:
    """Returns the fields in `lambda x: ... x["question"] ...`, or None if the lambda uses the whole input."""
    parameter = function.args.args[0].arg if function.args.args else ""
    uses = [node for node in walk(function.body) if isinstance(node, ast.Name) and node.id == parameter]
    keys = [
        node.slice.value
        for node in walk(function.body)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == parameter
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    ]
    return keys if keys and len(keys) == len(uses) else ([] if not uses else None)


def _mapping_variables(values: list[ast.expr], names: Names, depth: int) -> list[str] | None:
    found: list[str] = []
    for value in values:
        variables = chain_variables(value, names, depth + 1)
        if variables is None:
            return None
        found += variables
    return found


def chain_variables(node: ast.expr, names: Names, depth: int = 0) -> list[str] | None:
    """Returns the names of the fields with which a chain is invoked, or None if it takes a string or the fields are
    unknown.
    """
    if depth > DEEPEST:
        return None
    first, *rest = _stages(node, names)
    found = _first_variables(first, rest, names, depth)
    if found is None:
        return None
    return [name for name in dict.fromkeys(found) if name not in _HISTORY]


def _first_variables(first: ast.expr, rest: list[ast.expr], names: Names, depth: int) -> list[str] | None:
    if isinstance(first, ast.Dict):
        return _mapping_variables(list(first.values), names, depth)
    if isinstance(first, ast.Lambda):
        return _find_keys(first)
    if not isinstance(first, ast.Call):
        return None
    prompt = _prompt_variables(first, names)
    if prompt is not None:
        return prompt
    maker = last_name(first.func)
    if maker == "itemgetter":
        return [item.value for item in first.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    if maker == "partial" and isinstance(first.func, ast.Attribute):
        known = {keyword.arg for keyword in first.keywords}
        before = chain_variables(first.func.value, names, depth + 1)
        return None if before is None else [name for name in before if name not in known]
    if maker == "RunnableLambda" and first.args and isinstance(first.args[0], ast.Lambda):
        return _find_keys(first.args[0])
    values = [keyword.value for keyword in first.keywords]
    if maker == "RunnableParallel":
        given = first.args[0] if first.args else None
        return _mapping_variables(values + (list(given.values) if isinstance(given, ast.Dict) else []), names, depth)
    if maker == "assign" and last_name(getattr(first.func, "value", None)) == "RunnablePassthrough":
        added = {keyword.arg for keyword in first.keywords}
        own = _mapping_variables(values, names, depth) or []
        after = _first_variables(rest[0], rest[1:], names, depth + 1) if rest and depth < DEEPEST else []
        return own + [name for name in after or [] if name not in added]
    if maker == "RunnableWithMessageHistory":
        key = next((item.value for item in first.keywords if item.arg == "input_messages_key"), None)
        return [key.value] if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
    return None


def reads_history(node: ast.expr, names: Names) -> bool:
    """Returns whether a chain begins with a prompt that contains a conversation: MessagesPlaceholder("history") or
    ("placeholder", "{history}"). Returns True for RunnableWithMessageHistory, too.
    """
    first = _stages(node, names)[0]
    if not isinstance(first, ast.Call):
        return False
    if last_name(first.func) == "RunnableWithMessageHistory":
        return True
    if _prompt_variables(first, names) is None:
        return False
    return any(_placeholder_name(item) in CONVERSATIONS for item in _messages_of(first, names))


def _messages_of(call: ast.Call, names: Names) -> list[ast.expr]:
    """Returns the messages of a chat prompt, as far as its file lists them."""
    given = [*call.args[:1], *(item.value for item in call.keywords if item.arg == "messages")]
    messages = [names.resolve(item) for item in given]
    return [names.resolve(item) for message in messages if isinstance(message, ast.List) for item in message.elts]


def _placeholder_name(node: ast.expr) -> str | None:
    if isinstance(node, ast.Call) and last_name(node.func) == "MessagesPlaceholder":
        named = next((item.value for item in node.keywords if item.arg == "variable_name"), None)
        value = named or (node.args[0] if node.args else None)
        return str(value.value) if isinstance(value, ast.Constant) else None
    if isinstance(node, ast.Tuple) and len(node.elts) == 2 and getattr(node.elts[0], "value", None) == "placeholder":
        return str(getattr(node.elts[1], "value", "")).strip("{}")
    return None


def takes_parts(node: ast.expr, names: Names, depth: int = 0) -> bool:
    """Returns whether a chain has a chat prompt with a message of a person, to which images can be added."""
    stages = [stage for stage in _stages(node, names) if isinstance(stage, ast.Call)]
    if any(last_name(stage.func) in _TEXT_MODELS for stage in stages):
        return False
    return any(_has_persons_message(stage, names, depth) for stage in stages)


def _has_persons_message(call: ast.Call, names: Names, depth: int) -> bool:
    if depth > DEEPEST:
        return False
    maker = last_name(call.func)
    if maker == "RunnableWithMessageHistory":
        wrapped = [*call.args[:1], *(item.value for item in call.keywords if item.arg == "runnable")]
        return any(takes_parts(item, names, depth + 1) for item in wrapped)
    if maker == "partial" and isinstance(call.func, ast.Attribute):
        return takes_parts(call.func.value, names, depth + 1)
    if "ChatPromptTemplate" not in (names.origin(call.func) or "") or "image_url" in ast.unparse(call):
        # A prompt with images of its own has variables for them.
        return False
    return maker == "from_template" or any(_is_of_person(item) for item in _messages_of(call, names))


def _is_of_person(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple) and len(node.elts) == 2:
        return getattr(node.elts[0], "value", None) in ("human", "user") or _placeholder_name(node) in CONVERSATIONS
    if isinstance(node, ast.Call):
        return "HumanMessage" in ast.unparse(node.func) or _placeholder_name(node) in CONVERSATIONS
    return False
