"""Reads what a file declares about itself: the keywords of @stoa.agent(...), otherwise its docstrings."""

from __future__ import annotations

import ast

from .docstrings import read_docstring
from .entry import EntryProblem, Function
from .parameters import json_literal

Json = dict[str, object]

_TEXTS = {"name": "name", "description": "description"}
_LISTS = {
    "features": "features",
    "use_cases": "useCases",
    "tags": "tags",
    "models": "models",
}
_EXAMPLES = "examples"
# The arguments that connectors.py and called_agents.py read, including in files without the decorator.
_ELSEWHERE = ("connectors", "agents")
# The argument that hosts.py reads.
_HOSTS = "hosts"


def _read_keyword(keyword: ast.keyword) -> object:
    try:
        return json_literal(keyword.value)
    except ValueError:
        raise EntryProblem(
            f"@stoa.agent: {keyword.arg} must be a literal, because it is read without running the file.",
            keyword.value.lineno,
        ) from None


def _texts(value: object, keyword: ast.keyword) -> list[str]:
    items = [value] if isinstance(value, str) else value
    if isinstance(items, list):
        texts = [item for item in items if isinstance(item, str)]
        if len(texts) == len(items):
            return texts
    raise EntryProblem(f"@stoa.agent: {keyword.arg} must be a list of strings.", keyword.value.lineno)


def _add_keyword(declaration: Json, keyword: ast.keyword) -> None:
    name = keyword.arg or "**"
    if name in _TEXTS:
        value = _read_keyword(keyword)
        if not isinstance(value, str):
            raise EntryProblem(f"@stoa.agent: {name} must be a string.", keyword.value.lineno)
        declaration[_TEXTS[name]] = value
    elif name in _LISTS:
        declaration[_LISTS[name]] = _texts(_read_keyword(keyword), keyword)
    elif name == _EXAMPLES:
        value = _read_keyword(keyword)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise EntryProblem("@stoa.agent: examples must be a list of inputs.", keyword.value.lineno)
        declaration[_EXAMPLES] = value
    elif name not in (*_ELSEWHERE, _HOSTS):
        raise EntryProblem(f"@stoa.agent has no argument {name}. Remove it.", keyword.value.lineno)


def read_declaration(tree: ast.Module, entry: Function | None, decorator: ast.expr | None) -> Json:
    """Returns the declaration. Raises EntryProblem if it cannot be read."""
    declaration: Json = {key: [] for key in (*_LISTS.values(), *_ELSEWHERE, _EXAMPLES)}
    if isinstance(decorator, ast.Call):
        if decorator.args:
            raise EntryProblem("@stoa.agent takes keyword arguments only.", decorator.lineno)
        for keyword in decorator.keywords:
            _add_keyword(declaration, keyword)
    if "description" not in declaration:
        own = read_docstring(ast.get_docstring(entry)).summary if entry else ""
        summary = own or read_docstring(ast.get_docstring(tree)).summary
        if summary:
            declaration["description"] = summary
    return declaration
