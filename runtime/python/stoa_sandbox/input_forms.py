"""Finds out in which form an agent wants its files, from the annotations that the inspection reads."""

from __future__ import annotations

import ast

from .inspection.annotations import Classes, classes_of, fields_of, last_name, read_annotation
from .inspection.entry import named_parameters
from .inspection.names import Function


def find_forms(job: dict[str, object]) -> dict[str, str]:
    """Returns for each input what the agent gets for a file (inspection/file_types.py), from the files of the job that
    define the entry point and its models. Inputs without a form, such as the arguments of a program, get the path as text.
    """
    tree = ast.parse(str(job["source"]))
    trees = [tree]
    path, _, name = str(job.get("origin") or "").rpartition(":")
    if path and path != job["filename"]:
        with open(path, encoding="utf-8-sig") as file:
            trees.insert(0, ast.parse(file.read()))
    forms: dict[str, str] = {}
    if job["entryKind"] != "program":
        called = (name or str(job["entry"])).rpartition(".")[2]
        for each in trees:
            for field, form in _find_forms(each, called):
                forms.setdefault(field, form)
    return forms


def _find_forms(tree: ast.Module, called: str) -> list[tuple[str, str]]:
    """Returns the forms of the function's parameters, followed by those of the fields of the file's models."""
    classes = classes_of(tree)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [tree.body, *(item.body for item in classes.values())]
    functions = [item for body in bodies for item in body if isinstance(item, kinds) and item.name == called]
    annotated = [pair for function in functions for pair in _annotated_parameters(function)]
    for node in classes.values():
        annotated += [(last_name(field.target) or "", field.annotation) for field in fields_of(node, classes) or []]
    return _with_forms(annotated, classes)


def _annotated_parameters(function: Function) -> list[tuple[str, ast.expr]]:
    return [(item.arg, item.annotation) for item, _ in named_parameters(function) if item.annotation is not None]


def _with_forms(annotated: list[tuple[str, ast.expr]], classes: Classes) -> list[tuple[str, str]]:
    read = [(name, read_annotation(annotation, classes).form) for name, annotation in annotated]
    return [(name, form) for name, form in read if form is not None]
