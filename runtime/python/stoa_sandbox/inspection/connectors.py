"""Finds the services that a file declares, with their methods and paths, and checks that the file uses no other
services."""

from __future__ import annotations

import ast

from .needs import Need, NeedProblem, Searched, find_used_items, read_declared, require_declared
from .parameters import json_literal

Json = dict[str, object]

_NEED = Need("connectors", "STOA_CONNECTORS", '["github"]')
_FIELDS = ("service", "methods", "paths")


def _texts(node: ast.expr, name: str, place: str) -> list[str]:
    try:
        value = json_literal(node)
    except ValueError:
        value = None
    items = [value] if isinstance(value, str) else value
    if isinstance(items, list):
        texts = [item for item in items if isinstance(item, str)]
        if len(texts) == len(items):
            return texts
    raise NeedProblem(f"{place}: {name} must be a literal list of strings.", node.lineno)


def _use_in_full(node: ast.Dict, place: str) -> Json:
    use: Json = {"line": node.lineno}
    for key, value in zip(node.keys, node.values, strict=True):
        name = key.value if isinstance(key, ast.Constant) else None
        if name not in _FIELDS:
            raise NeedProblem(f"{place}: a connector can only have the fields {', '.join(_FIELDS)}.", node.lineno)
        if name == "service":
            if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
                raise NeedProblem(f"{place}: service must be a literal string.", value.lineno)
            use[name] = value.value
        else:
            use[str(name)] = _texts(value, str(name), place)
    if "service" not in use:
        raise NeedProblem(f"{place}: a connector needs the field service.", node.lineno)
    return use


def _use(item: ast.expr, place: str) -> Json:
    if isinstance(item, ast.Constant) and isinstance(item.value, str):
        return {"service": item.value, "line": item.lineno}
    if isinstance(item, ast.Dict):
        return _use_in_full(item, place)
    raise NeedProblem(f"{place}: each entry must be the name of a service or a dict with {', '.join(_FIELDS)}.", item.lineno)


def _keywords(call: ast.Call, name: str) -> list[ast.expr]:
    return [keyword.value for keyword in call.keywords if keyword.arg == name]


def _name_asked_for(call: ast.Call) -> str | None:
    return _literal(call.args[:1] + _keywords(call, "name"))


def _connector_of_server(call: ast.Call) -> str | None:
    """Returns the connector with which a call to `stoa.mcp` authenticates, or None if it uses none."""
    return _literal(_keywords(call, "connector"))


def _literal(given: list[ast.expr]) -> str | None:
    if given and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str):
        return given[0].value
    return None


def read_connectors(searched: Searched) -> list[Json]:
    """Returns the connectors that the file declares. Raises NeedProblem if the declaration is unreadable or not the
    only one, or if the file uses a service that it does not declare.
    """
    declared = read_declared(_NEED, searched)
    uses = [_use(item, declared.place or "") for item in declared.items]
    asked = find_used_items(searched, ("connector",), _name_asked_for)
    asked |= find_used_items(searched, ("mcp",), _connector_of_server)
    require_declared(_NEED, declared, {use["service"] for use in uses}, asked)
    return uses
