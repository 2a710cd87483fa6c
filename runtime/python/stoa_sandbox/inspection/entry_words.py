"""Describes the recognized entry point for an upload's checks."""

from __future__ import annotations

import ast

from .entry import CONVENTIONAL_NAMES
from .entry_kinds import Entry
from .plain_entries import TerminalProgram
from .programs import Program

# The maximum number of other methods of a class that the description names.
_MOST_NAMED = 4
_NAMES = {"langchain": "LangChain", "autogen": "AutoGen"}


def _thing(entry: Entry, framework: str | None) -> str:
    if entry.title is not None:
        return entry.title
    owner = "LangGraph" if entry.object == "graph" else _NAMES.get(framework or "", "Stoa")
    return f"{owner} {entry.object or 'object'}"


def _with_article(thing: str) -> str:
    return f"{'an' if thing[0] in 'AEIOU' else 'a'} {thing}"


def describe_entry(tree: ast.Module, entry: Entry, framework: str | None) -> str:
    """Returns, for example, `LangGraph graph "app"` or `Function run`."""
    thing = _thing(entry, framework)
    if entry.kind == "object":
        return f'{thing} "{entry.defined_as}"'
    if entry.kind == "factory":
        return f"Function {entry.defined_as}, which creates {_with_article(thing)}"
    if entry.kind == "script":
        return f"Function {entry.defined_as}, which runs {_with_article(thing)}; the message replaces its task"
    if entry.kind == "lambda":
        return f"AWS Lambda handler {entry.name}: its event is the input"
    if entry.kind == "method":
        owner, _, method = entry.name.partition(".")
        if entry.others:
            return f"Method {method} of {owner}, chosen among {', '.join([method, *entry.others[:_MOST_NAMED]])}"
        return f"Method {method} of {owner}, the only public method that takes text"
    if entry.program is not None:
        return _program(entry.program)
    if entry.kind == "terminal":
        return f"Function {entry.name}: it reads the message with input(), and its printed output is the result"
    return f"Function {entry.defined_as}{_why(tree, entry)}"


def _program(program: Program) -> str:
    if program.kind == "script":
        inputs = "the message is what it reads" if program.reads_input else "its inputs are its arguments"
        return f"The file as a script: {inputs}, and its printed output is the result"
    return f"The file as a command line program ({program.kind}): its arguments are the inputs, and its printed output is the result"


def _why(tree: ast.Module, entry: Entry) -> str:
    if entry.kind == "decorated" or entry.path is not None or not isinstance(entry.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return ""
    if entry.name not in CONVENTIONAL_NAMES:
        return ", the only public function that takes text"
    prints = entry.takes == "none" and TerminalProgram(tree, entry.node).prints
    return ", which takes no input; if it returns nothing, its printed output is the result" if prints else ""
