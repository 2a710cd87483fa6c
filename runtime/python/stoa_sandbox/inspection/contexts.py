"""Finds the fields of the context with which an agent or a LangGraph graph runs: its `context_schema`."""

from __future__ import annotations

import ast

from .annotations import classes_of, fields_of, last_name, read_annotation
from .docstrings import read_docstring
from .names import DEEPEST, Names
from .parameters import from_fields, json_literal

Json = dict[str, object]

_SCHEMA = "context_schema"


def _schema_of(node: ast.AST, names: Names, depth: int = 0) -> ast.expr | None:
    """Returns the class that `create_agent(...)`, `StateGraph(...)` or @entrypoint(...) names as its context, or None.
    Also finds it in `StateGraph(...).add_node(...).compile()`.
    """
    if depth > DEEPEST:
        return None
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        calls = [item for item in node.decorator_list if isinstance(item, ast.Call)]
        return next((found for call in calls if (found := _schema_of(call, names, depth + 1)) is not None), None)
    call = names.resolve(node) if isinstance(node, ast.expr) else node
    if not isinstance(call, ast.Call):
        return None
    found = next((item.value for item in call.keywords if item.arg == _SCHEMA), None)
    if found is not None or not isinstance(call.func, ast.Attribute):
        return found
    return _schema_of(call.func.value, names, depth + 1)


def context_inputs(tree: ast.Module, node: ast.AST, names: Names) -> list[Json]:
    """Returns the fields of the context as inputs. Omits fields that have a default and a type that a form cannot show,
    such as a database connection.
    """
    classes = classes_of(tree)
    schema = classes.get(last_name(_schema_of(node, names)) or "")
    if schema is None:
        return []
    fields = fields_of(schema, classes) or []
    annotations = {last_name(item.target): read_annotation(item.annotation, classes) for item in fields}
    unreadable = {name for name, item in annotations.items() if item.type is None or item.form is not None}
    documented = read_docstring(ast.get_docstring(schema)).parameters
    is_partial = any(item.arg == "total" and getattr(item.value, "value", True) is False for item in schema.keywords)
    found = []
    for field in from_fields(fields, classes):
        name = str(field["name"])
        field["required"] = field["required"] and not is_partial
        field["description"] = field["description"] or documented.get(name, "")
        if field["required"] or name not in unreadable:
            found.append(field)
    return found


def context_example(call: ast.Call, names: Names) -> Json:
    """Returns the values that the file itself passes: `agent.invoke(..., context=Context(user="Ada"))`."""
    given = next((item.value for item in call.keywords if item.arg == "context"), None)
    made = names.resolve(given) if given is not None else None
    pairs: list[tuple[object, ast.expr]] = []
    if isinstance(made, ast.Call):
        pairs = [(item.arg, item.value) for item in made.keywords]
    elif isinstance(made, ast.Dict):
        pairs = [(getattr(key, "value", None), value) for key, value in zip(made.keys, made.values)]
    found: Json = {}
    for name, value in pairs:
        try:
            found = {**found, name: json_literal(names.resolve(value))} if isinstance(name, str) else found
        except ValueError:
            continue
    return found
