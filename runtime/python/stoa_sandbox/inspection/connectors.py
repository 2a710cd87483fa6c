"""Which of its caller's services a file declares to use, and for what; and those it asks for without declaring them."""

from __future__ import annotations

import ast
import json

from .entry import EntryProblem
from .names import Names
from .parameters import json_literal
from .stoa_names import StoaNames

Json = dict[str, object]

# For files whose entry point is an object of a framework, or a function without @stoa.agent.
MODULE_LEVEL = "STOA_CONNECTORS"
_DECORATOR = "connectors of @stoa.agent"
_FIELDS = ("service", "methods", "paths")
# What a sentence names of a list that is as long as a hostile file likes.
_MOST_NAMED = 10
_LONGEST_NAMED = 80


class ConnectorProblem(EntryProblem):
    """A declaration that cannot be read, or one that is missing; with its line."""


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
    raise ConnectorProblem(f"{place}: {name} must be written out as a list of texts.", node.lineno)


def _use_in_full(node: ast.Dict, place: str) -> Json:
    use: Json = {"line": node.lineno}
    for key, value in zip(node.keys, node.values, strict=True):
        name = key.value if isinstance(key, ast.Constant) else None
        if name not in _FIELDS:
            raise ConnectorProblem(f"{place}: a connector has the fields {', '.join(_FIELDS)} alone.", node.lineno)
        if name == "service":
            if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
                raise ConnectorProblem(f"{place}: service must be written out as a text.", value.lineno)
            use[name] = value.value
        else:
            use[str(name)] = _texts(value, str(name), place)
    if "service" not in use:
        raise ConnectorProblem(f"{place}: a connector needs the field service.", node.lineno)
    return use


def _read_uses(node: ast.expr, place: str) -> list[Json]:
    if not isinstance(node, (ast.List, ast.Tuple)):
        raise ConnectorProblem(
            f'{place} must be written out as a list, such as ["github"]; it is read without running the file.',
            node.lineno,
        )
    uses: list[Json] = []
    for item in node.elts:
        if isinstance(item, ast.Constant) and isinstance(item.value, str):
            uses.append({"service": item.value, "line": item.lineno})
        elif isinstance(item, ast.Dict):
            uses.append(_use_in_full(item, place))
        else:
            raise ConnectorProblem(
                f"{place}: each is the name of a service, or a dict of {', '.join(_FIELDS)}.", item.lineno
            )
    return uses


def _keyword(decorator: ast.expr | None) -> ast.expr | None:
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    return next((keyword.value for keyword in keywords if keyword.arg == "connectors"), None)


def _name_asked_for(call: ast.Call) -> str | None:
    given = call.args[:1] + [keyword.value for keyword in call.keywords if keyword.arg == "name"]
    if given and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str):
        return given[0].value
    return None


def _calls(tree: ast.Module) -> dict[str, int]:
    """The services that stoa.connector("...") asks for by a literal, each with its first line."""
    names = StoaNames(tree, "connector")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and names.means(node.func)]
    found: dict[str, int] = {}
    for call in sorted(calls, key=lambda node: node.lineno):
        name = _name_asked_for(call)
        if name is not None:
            found.setdefault(name, call.lineno)
    return found


def _quoted(name: str) -> str:
    return json.dumps(name[:_LONGEST_NAMED], ensure_ascii=False)


def _what_to_add(missing: list[str], declared: bool, decorated: bool) -> str:
    names = ", ".join(map(_quoted, missing[:_MOST_NAMED]))
    if declared:
        return f"add {names} to {_DECORATOR if decorated else MODULE_LEVEL}"
    if decorated:
        return f"add connectors=[{names}] to @stoa.agent(...)"
    return f"add the line {MODULE_LEVEL} = [{names}] at the top level of the file"


def read_connectors(tree: ast.Module, decorator: ast.expr | None, imports: list[str]) -> list[Json]:
    """`imports` are the modules that the file imports, which spares most files a walk through all they hold.

    Raises ConnectorProblem on what cannot be read, is declared in two places, or asked for and not declared.
    """
    keyword, assigned = _keyword(decorator), Names(tree.body).value(MODULE_LEVEL)
    if keyword is not None and assigned is not None:
        raise ConnectorProblem(
            f"Connectors are declared twice, in @stoa.agent and in {MODULE_LEVEL}; keep one of the two.",
            assigned.lineno,
        )
    declaration = keyword if keyword is not None else assigned
    uses = [] if declaration is None else _read_uses(declaration, MODULE_LEVEL if keyword is None else _DECORATOR)
    declared = {use["service"] for use in uses}
    asked_for = _calls(tree) if "stoa" in imports else {}
    missing = {name: line for name, line in asked_for.items() if name not in declared}
    if missing:
        first, line = next(iter(missing.items()))
        what = _what_to_add(list(missing), declaration is not None, decorator is not None and assigned is None)
        raise ConnectorProblem(f"stoa.connector({_quoted(first)}) is not declared: {what}.", line)
    return uses
