"""Finds out whether an entry point takes the files of a message: EntryPoint.messageFiles in
runtime/protocol/inspection.ts.
"""

from __future__ import annotations

import ast

from ..frameworks.runners import RUNNERS
from .entry_kinds import Entry
from .file_types import FILES
from .memory import MESSAGES, THREAD, find_parameter
from .objects import AGENT, GRAPH, TEAM

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
    takes_message = any(item["name"] == "message" and item["type"] == "string" for item in parameters)
    if not (is_free and takes_message and _can_contain_files(tree, entry, memory, framework)):
        return parameters
    return [*parameters, dict(_PARAMETER)]


def _can_contain_files(tree: ast.Module, entry: Entry, memory: str | None, framework: str | None) -> bool:
    if entry.title is not None:
        return any(runner.sees_images and runner.term == entry.title for runner in RUNNERS)
    if entry.object is None:
        parameter = find_parameter(tree, entry)
        return parameter is not None and parameter.memory == MESSAGES
    if framework == "autogen":
        return entry.object in (AGENT, TEAM)
    # The prompts of other runnables take a text.
    return memory in (MESSAGES, THREAD) and entry.object in (AGENT, GRAPH)
