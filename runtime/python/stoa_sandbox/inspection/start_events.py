"""Finds the inputs of LlamaIndex workflows: the fields of the event with which the file's own workflow starts."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .annotations import Classes, classes_of, fields_of, last_name
from .entry import Function
from .names import DEEPEST, Names
from .nodes import walk
from .parameters import from_fields, json_literal

Json = dict[str, object]

_START = "StartEvent"
# The methods of an event. Any other attribute that a step reads is a field.
_METHODS = {"copy", "dict", "get", "items", "json", "keys", "model_copy", "model_dump", "model_dump_json", "values"}


def extends(node: ast.ClassDef, names: Names, wanted: str, depth: int = 0) -> str | None:
    """Returns the origin of the imported class named `wanted` that a class of the file extends, or None."""
    if depth > DEEPEST:
        return None
    for base in node.bases:
        origin = names.origin(base)
        if origin is not None:
            if origin.rsplit(".", 1)[-1] == wanted:
                return origin
            continue
        parent = names.class_named(base.id) if isinstance(base, ast.Name) else None
        found = extends(parent, names, wanted, depth + 1) if parent is not None else None
        if found is not None:
            return found
    return None


def find_workflow_class(node: ast.AST, names: Names) -> ast.ClassDef | None:
    """Returns the class in `JokeFlow(timeout=60)` if the file defines it and it extends LlamaIndex's Workflow, or None.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    made = names.class_named(node.func.id)
    return made if made is not None and extends(made, names, "Workflow") is not None else None


def _steps(tree: ast.Module, made: ast.ClassDef, classes: Classes, depth: int = 0) -> Iterator[Function]:
    """Yields the functions of a workflow that may be steps: its methods, the methods of its base classes in the file,
    and functions that @step(workflow=...) adds.
    """
    for node in made.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
    for base in made.bases:
        parent = classes.get(last_name(base) or "")
        if parent is not None and depth < DEEPEST:
            yield from _steps(tree, parent, classes, depth + 1)
    if depth == 0:
        functions = (node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
        yield from (node for node in functions if any(isinstance(item, ast.Call) for item in node.decorator_list))


def _members(annotation: ast.expr | None) -> list[str]:
    """Returns the classes in `StartEvent`, `StartEvent | RetryEvent` or `Union[StartEvent, RetryEvent]`."""
    if isinstance(annotation, ast.BinOp):
        return [*_members(annotation.left), *_members(annotation.right)]
    if isinstance(annotation, ast.Subscript):
        return [name for part in walk(annotation.slice) if (name := last_name(part)) is not None]  # type: ignore[arg-type]
    name = last_name(annotation)
    return [] if name is None else [name]


def _reads(function: Function, event: str) -> Iterator[tuple[str, bool]]:
    """Yields each field that a step reads from its event, in the order of the file, and whether the event must have it.
    """
    nodes = [node for node in walk(function) if isinstance(node, (ast.Attribute, ast.Call, ast.Subscript))]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            first = node.args[0] if node.args else None
            if _is_event(node.func.value, event) and isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value, False
        elif isinstance(node, ast.Attribute) and _is_event(node.value, event):
            if node.attr not in _METHODS and not node.attr.startswith("_"):
                yield node.attr, True
        elif isinstance(node, ast.Subscript) and _is_event(node.value, event) and isinstance(node.slice, ast.Constant):
            if isinstance(node.slice.value, str):
                yield node.slice.value, True


def _is_event(node: ast.expr, event: str) -> bool:
    return isinstance(node, ast.Name) and node.id == event


def start_fields(tree: ast.Module, made: ast.ClassDef) -> list[Json]:
    """Returns the inputs of a workflow: the declared fields of its own start event, or the fields that its steps read
    from a plain start event. Returns none if the steps read none.
    """
    classes = classes_of(tree)
    names = Names(tree.body)
    read: dict[str, bool] = {}
    for function in _steps(tree, made, classes):
        for argument in function.args.args:
            members = _members(argument.annotation)
            own = next((classes[name] for name in members if name in classes and extends(classes[name], names, _START)), None)
            if own is not None:
                return from_fields(fields_of(own, classes) or [], classes)
            if _START in members:
                # The step also accepts other events, whose fields nobody passes.
                others = {last_name(field.target) for name in members if name in classes for field in _own_fields(classes[name])}
                for name, required in _reads(function, argument.arg):
                    if name not in others:
                        read[name] = read.get(name, False) or required
    return [{"name": name, "type": "string", "required": required, "description": ""} for name, required in read.items()]


def _own_fields(node: ast.ClassDef) -> list[ast.AnnAssign]:
    return [item for item in node.body if isinstance(item, ast.AnnAssign)]


def start_example(call: ast.Call, names: Names) -> Json | None:
    """Returns the fields in `workflow.run(topic="pirates")` or `workflow.run(start_event=JokeStart(topic="pirates"))`,
    or None if one of them is not a literal.
    """
    event = next((item.value for item in call.keywords if item.arg == "start_event"), None)
    given = names.resolve(event) if event is not None else call
    if not isinstance(given, ast.Call):
        return None
    try:
        found = {item.arg: json_literal(names.resolve(item.value)) for item in given.keywords if item.arg is not None}
    except ValueError:
        return None
    return {name: value for name, value in found.items() if name not in ("ctx", "handler", "start_event")} or None
