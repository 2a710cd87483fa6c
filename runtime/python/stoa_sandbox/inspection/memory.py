"""Determines what an entry point gets of the earlier turns of a conversation: EntryPoint.memory in
runtime/protocol/inspection.ts.
"""

from __future__ import annotations

import ast

from .annotations import classes_of, fields_of, last_name, read_annotation
from .conversation_parameters import ConversationParameter, find_conversation_parameter
from .entry import named_parameters
from .entry_kinds import Entry
from .names import DEEPEST, Function, Names
from .nodes import walk
from .object_inputs import MESSAGE_STATES, find_state_class
from .objects import REMAKES, is_graph_builder, is_langchain
from .prompts import reads_history

MESSAGES, STATE, THREAD = "messages", "state", "thread"
# Kinds of entry points that are functions, whose parameters show what they get.
_FUNCTIONS = ("decorated", "function", "method")
# These agents have a state with messages.
_AGENT_MAKERS = {
    "create_agent", "create_deep_agent", "async_create_deep_agent", "create_react_agent", "create_supervisor",
    "create_swarm",
}  # fmt: skip


def find_parameter(tree: ast.Module, entry: Entry) -> ConversationParameter | None:
    """Returns the parameter of the function that receives the conversation, or None."""
    if entry.kind not in _FUNCTIONS or not isinstance(entry.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    return find_conversation_parameter(tree, entry.node, entry.takes, is_method=entry.kind == "method")


def find_memory(tree: ast.Module, entry: Entry, framework: str | None) -> str | None:
    """Returns `messages`, `history`, `thread` or `state`, or None if the entry point gets the message alone. `tree` is
    the file that defines the entry point.
    """
    parameter = find_parameter(tree, entry)
    if parameter is not None:
        return parameter.memory
    if entry.object is None or entry.title is not None:
        # A title belongs to an object of another framework, whose state Stoa does not keep.
        return None
    if framework == "autogen":
        return STATE
    names = Names(tree.body)
    if entry.script is not None:
        run = entry.script.runs[0]
        return None if run.runner is not None else _Search(tree).read(run.target, run.names)
    if entry.kind == "factory" and isinstance(entry.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return _Search(tree).read_returned(entry.node, names, 0)
    return _Search(tree).read(ast.Name(entry.defined_as, ast.Load()), names)


class _Search:
    """Searches the expression that creates an object of LangChain or LangGraph."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        # The parameters of the function that creates the object, with their defaults.
        self._parameters: dict[str, ast.expr | None] = {}

    def read(self, node: ast.expr, names: Names, depth: int = 0) -> str | None:
        node = names.resolve(node)
        if depth > DEEPEST:
            return None
        if isinstance(node, ast.Await):
            return self.read(node.value, names, depth + 1)
        if isinstance(node, ast.Name):
            function = names.function(node.id)
            return None if function is None else self._read_decorators(function, names)
        if isinstance(node, ast.Call):
            found = self._read_call(node, names, depth)
            if found is not None:
                return found
        return MESSAGES if reads_history(node, names) else None

    def read_returned(self, function: Function, names: Names, depth: int) -> str | None:
        self._parameters.update({argument.arg: default for argument, default in named_parameters(function)})
        inner = Names(function.body, names)
        returned = [item.value for item in walk(function) if isinstance(item, ast.Return) and item.value is not None]
        return self.read(returned[-1], inner, depth + 1) if returned else None

    def _read_decorators(self, function: Function, names: Names) -> str | None:
        """Returns `thread` for LangGraph's @entrypoint(checkpointer=...)."""
        for decorator in function.decorator_list:
            if isinstance(decorator, ast.Call) and names.origin(decorator.func) == "langgraph.func.entrypoint":
                return THREAD if self._has_checkpointer(decorator, names, positional=True) else None
        return None

    def _read_call(self, node: ast.Call, names: Names, depth: int) -> str | None:
        called = node.func
        origin = names.origin(called)
        if origin is not None:
            maker = origin.rsplit(".", 1)[-1]
            if is_langchain(origin) and maker in _AGENT_MAKERS and origin.split(".")[0] != "langchain_classic":
                return THREAD if self._has_checkpointer(node, names) else MESSAGES
            return None
        if isinstance(called, ast.Attribute):
            if called.attr == "compile":
                return self._read_compiled(node, called.value, names, depth)
            return self.read(called.value, names, depth + 1) if called.attr in REMAKES else None
        function = names.function(called.id) if isinstance(called, ast.Name) else None
        return None if function is None else self.read_returned(function, names, depth)

    def _read_compiled(self, node: ast.Call, builder: ast.expr, names: Names, depth: int) -> str | None:
        if self._has_checkpointer(node, names, positional=True):
            return THREAD
        if not is_graph_builder(builder, names):
            return self.read(builder, names, depth + 1)
        state = find_state_class(node, names)
        return MESSAGES if state is not None and self._has_messages(names.resolve(state)) else None

    def _has_messages(self, state: ast.expr) -> bool:
        classes = classes_of(self._tree)
        node = classes.get(last_name(state) or "")
        if node is None:
            return last_name(state) in MESSAGE_STATES
        if any(last_name(base) in MESSAGE_STATES for base in node.bases):
            return True
        fields = {last_name(field.target): field for field in fields_of(node, classes) or []}
        parents = (classes.get(last_name(base) or "") for base in node.bases)
        if MESSAGES not in fields:
            return any(parent is not None and self._has_messages(ast.Name(parent.name)) for parent in parents)
        return read_annotation(fields[MESSAGES].annotation, classes).type in ("array", None)

    def _has_checkpointer(self, node: ast.Call, names: Names, positional: bool = False) -> bool:
        given = next((item.value for item in node.keywords if item.arg == "checkpointer"), None)
        if given is None and positional and node.args:
            given = node.args[0]
        if given is None:
            return False
        given = names.resolve(given)
        if isinstance(given, ast.Name) and given.id in self._parameters:
            # Nobody passes an argument to the function that creates the object.
            given = self._parameters[given.id] or ast.Constant(None)
        return not (isinstance(given, ast.Constant) and given.value in (None, False))
