"""Defines the entry point of a file, as its inspection describes it."""

from __future__ import annotations

import ast

from .agent_scripts import AgentScript
from .objects import AGENT, RUNNABLE
from .programs import Program

# The usual variable names of these objects, from the outermost object to the innermost.
NAMES = ("agent_executor", "app", "graph", "team", "agent", "chain", "runnable")
# The frameworks whose objects can be an entry point without a function.
AGENT_KINDS = ("langchain", "autogen")
DEFAULT_KIND = {"langchain": RUNNABLE, "autogen": AGENT}


class Entry:
    """An entry point. `node` is the function, or the value of the object's name. `object` is the framework's term for
    the object. `others` are the methods that were not chosen. `title` describes an object of a framework that comes
    with the file's packages. `script` is a function that runs an agent, except one for AutoGen.

    If the main file only imports the entry point, `path` and `tree` describe the file that defines it, and
    `defined_as` is its name there. `name` is its name in the main file.
    """

    __slots__ = (
        "defined_as", "kind", "name", "node", "object", "others", "path", "program", "script", "takes", "title", "tree",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: str,
        takes: str,
        node: ast.AST,
        object: str | None = None,
        program: Program | None = None,
        others: list[str] | None = None,
        title: str | None = None,
        script: AgentScript | None = None,
    ) -> None:
        self.title = title
        self.script = script
        self.program = program
        self.others = others or []
        self.name = name
        self.kind = kind
        self.takes = takes
        self.node = node
        self.object = object
        self.path: str | None = None
        self.tree: ast.Module | None = None
        self.defined_as = name

    @property
    def origin(self) -> str | None:
        """Returns the file and name of an entry point that the main file imports, such as `bots/cli.py:main`, or None.
        """
        return None if self.path is None else f"{self.path}:{self.defined_as}"
