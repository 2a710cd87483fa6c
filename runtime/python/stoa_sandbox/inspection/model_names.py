"""Which models a framework's file names. Its objects declare none, and people want to know before they run it."""

from __future__ import annotations

import ast

from .annotations import last_name
from .names import Names

_KEYWORDS = ("model", "model_name")
# These take the name without a keyword, too.
_POSITIONAL = {"init_chat_model", "create_agent", "ChatOpenAI", "ChatAnthropic"}
# More than a file needs, and no page long.
_MOST, _LONGEST = 20, 128


def _named_by(call: ast.Call) -> list[ast.expr]:
    given = [keyword.value for keyword in call.keywords if keyword.arg in _KEYWORDS]
    return given or (call.args[:1] if last_name(call.func) in _POSITIONAL else [])


def model_names(tree: ast.Module) -> list[str]:
    """The names that are written out, in order; without the provider of `openai:gpt-5`, which picks a client."""
    names = Names(tree.body)
    calls = sorted((node for node in ast.walk(tree) if isinstance(node, ast.Call)), key=lambda node: node.lineno)
    values = [names.resolve(value) for call in calls for value in _named_by(call)]
    texts = [value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)]
    found = dict.fromkeys(text.rpartition(":")[2] for text in texts if 0 < len(text) <= _LONGEST)
    return [name for name in found if name][:_MOST]
