"""Derives an agent's inputs from its entry point's signature, docstring and models."""

from __future__ import annotations

import ast
import math

from .annotations import Annotation, Classes, classes_of, last_name, literal, read_annotation, type_of_value
from .docstrings import read_docstring
from .entry import Function, named_parameters
from .file_types import PATH, is_none, is_place

Json = dict[str, object]

_LONGEST_DESCRIPTION = 2000
# The input of a file that does not declare an input.
DEFAULT_MESSAGE: Json = {
    "name": "message",
    "type": "string",
    "required": True,
    "description": "What you want the agent to do.",
}


def _as_json(value: object) -> object:
    """Returns the value with tuples converted to lists. Raises ValueError if it cannot be converted to JSON."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, (list, tuple)):
        return [_as_json(item) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _as_json(item) for key, item in value.items()}
    raise ValueError("not JSON")


def json_literal(node: ast.expr | None) -> object:
    """Returns the value of a literal. Raises ValueError if the node is not a literal that JSON can represent."""
    return _as_json(literal(node))


def _parameter(name: str, annotation: Annotation, documented: str, documented_type: str | None) -> Json:
    description = annotation.description or documented
    parameter: Json = {
        "name": name,
        "type": annotation.type or documented_type or "string",
        "required": True,
        "description": description[:_LONGEST_DESCRIPTION],
    }
    if annotation.choices:
        parameter["choices"] = [str(choice) for choice in annotation.choices]
    return parameter


def _without_places(annotation: Annotation, name: str, default: ast.expr | None) -> Annotation:
    """Returns the annotation of a parameter. A path that has a default or is a place for output is not a file that
    callers can pass.
    """
    if annotation.form == PATH and (is_place(name) or not is_none(default)):
        return Annotation(description=annotation.description)
    return annotation


def _set_default(parameter: Json, node: ast.expr, typed: bool) -> None:
    parameter["required"] = False
    try:
        default = json_literal(node)
    except ValueError:
        return
    parameter["default"] = default
    if not typed:
        parameter["type"] = type_of_value(default) or parameter["type"]


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _apply_field(parameter: Json, call: ast.Call, typed: bool) -> None:
    """Adds the default and the description from pydantic's Field(...) or dataclasses' field(...) to a parameter."""
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    default = call.args[0] if call.args else keywords.get("default")
    if default is not None and not _is_ellipsis(default):
        _set_default(parameter, default, typed)
    if "default_factory" in keywords:
        parameter["required"] = False
    description = keywords.get("description")
    if isinstance(description, ast.Constant) and isinstance(description.value, str):
        parameter["description"] = description.value[:_LONGEST_DESCRIPTION]


def _default_of(value: ast.expr | None) -> ast.expr | None:
    """Returns the default of a model's field, which can be an argument of Field(...) or field(...), or None."""
    if not isinstance(value, ast.Call) or last_name(value.func) not in ("Field", "field"):
        return value
    keywords = {keyword.arg: keyword.value for keyword in value.keywords}
    return value.args[0] if value.args else keywords.get("default", keywords.get("default_factory"))


def from_fields(fields: list[ast.AnnAssign], classes: Classes) -> list[Json]:
    """Returns the fields of a model as inputs."""
    parameters: dict[str, Json] = {}
    for field in fields:
        name = last_name(field.target) or ""
        value = field.value
        annotation = _without_places(read_annotation(field.annotation, classes), name, _default_of(value))
        parameter = _parameter(name, annotation, "", None)
        typed = annotation.type is not None
        if isinstance(value, ast.Call) and last_name(value.func) in ("Field", "field"):
            _apply_field(parameter, value, typed)
        elif value is not None and not _is_ellipsis(value):
            _set_default(parameter, value, typed)
        if isinstance(field.annotation, ast.Subscript) and last_name(field.annotation.value) == "NotRequired":
            parameter["required"] = False
        parameters[name] = parameter
    return list(parameters.values())


def _from_signature(function: Function, classes: Classes, is_method: bool) -> list[Json]:
    docstring = read_docstring(ast.get_docstring(function))
    parameters = []
    for argument, default in named_parameters(function)[1 if is_method else 0 :]:
        name = argument.arg
        annotation = _without_places(read_annotation(argument.annotation, classes), name, default)
        documented_type = docstring.types.get(name)
        parameter = _parameter(name, annotation, docstring.parameters.get(name, ""), documented_type)
        if default is not None:
            _set_default(parameter, default, annotation.type is not None or documented_type is not None)
        parameters.append(parameter)
    return parameters


def read_parameters(tree: ast.Module, function: Function, way: str, is_method: bool = False) -> list[Json]:
    """Returns the inputs of a function. `way` is the result of `entry.takes`."""
    classes = classes_of(tree)
    if way == "none":
        return []
    if way == "parameters":
        return _from_signature(function, classes, is_method) or [DEFAULT_MESSAGE]
    annotation = read_annotation(named_parameters(function)[1 if is_method else 0][0].annotation, classes)
    return from_fields(annotation.fields or [], classes) or [DEFAULT_MESSAGE]


def event_parameters(keys: list[tuple[str, bool]]) -> list[Json]:
    """Returns the fields that a Lambda handler reads from its event, or a message if it reads none by name."""
    named = [_parameter(name, Annotation(None), "", None) for name, _ in keys]
    for parameter, (_, required) in zip(named, keys):
        parameter["required"] = required
    return named or [DEFAULT_MESSAGE]
