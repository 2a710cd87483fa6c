"""Finds out whether an entry point takes the files of a message: EntryPoint.messageFiles in
runtime/protocol/inspection.ts.
"""

from __future__ import annotations

import ast

from ..frameworks.runners import RUNNERS, Runner
from .entry_kinds import Entry
from .file_types import FILES
from .memory import MESSAGES, THREAD, find_parameter
from .names import Names
from .nodes import walk
from .objects import AGENT, GRAPH, RUNNABLE, TEAM
from .prompts import takes_parts

Json = dict[str, object]

# The input with the files. The run adds them to the message (message_files.py in the folder above).
_PARAMETER: Json = {
    "name": "files",
    "type": "files",
    "required": False,
    "description": "Images and texts that the agent gets with the message.",
    "accept": [".png", ".jpg", ".jpeg", ".gif", ".webp", ".txt", ".md", ".csv", ".json"],
}


def add_message_files(
    parameters: list[Json], tree: ast.Module, entry: Entry, memory: str | None, framework: str | None
) -> list[Json]:
    """Returns the parameters, with one for files if the entry point gets the message in a form that can contain them. An
    agent that takes files itself decides what it does with them.
    """
    is_free = all(item["name"] != _PARAMETER["name"] and item["type"] not in FILES for item in parameters)
    if not is_free or not _can_contain_files(tree, entry, memory, framework):
        return parameters
    takes_message = any(item["name"] == "message" and item["type"] == "string" for item in parameters)
    return [*parameters, dict(_PARAMETER)] if takes_message or not _needs_message(entry) else parameters


def _find_runner(entry: Entry) -> Runner | None:
    if entry.script is not None:
        return entry.script.runs[0].runner
    return next((runner for runner in RUNNERS if runner.term == entry.title), None)


def _needs_message(entry: Entry) -> bool:
    """Returns whether files are added to an input named `message`. Prompts and tasks have variables of other names."""
    runner = _find_runner(entry)
    return entry.object != RUNNABLE if runner is None else runner.needs_message


def _can_contain_files(tree: ast.Module, entry: Entry, memory: str | None, framework: str | None) -> bool:
    runner = _find_runner(entry)
    if runner is not None:
        return runner.sees_images
    if entry.object is None:
        parameter = find_parameter(tree, entry)
        return parameter is not None and parameter.memory == MESSAGES
    if framework == "autogen":
        return entry.object in (AGENT, TEAM)
    if entry.object == RUNNABLE:
        return _has_prompt(tree, entry)
    return memory in (MESSAGES, THREAD) and entry.object in (AGENT, GRAPH)


def _has_prompt(tree: ast.Module, entry: Entry) -> bool:
    """Returns whether the entry point is a chain with a chat prompt, to whose message files can be added."""
    if entry.script is not None:
        run = entry.script.runs[0]
        return takes_parts(run.target, run.names)
    names, node = Names(tree.body), entry.node
    if entry.kind == "factory" and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        names = Names(node.body, names)
        returned = [item.value for item in walk(node) if isinstance(item, ast.Return) and item.value is not None]
        return bool(returned) and takes_parts(returned[-1], names)
    return isinstance(node, ast.expr) and takes_parts(node, names)
