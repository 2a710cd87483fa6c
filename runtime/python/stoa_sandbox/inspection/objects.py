"""Recognizes expressions that create an object that a framework can run: LangChain's runnables and graphs, and
AutoGen's agents and teams.
"""

from __future__ import annotations

import ast
import re

from .annotations import last_name
from .names import DEEPEST, Function, Names, own_nodes

RUNNABLE, GRAPH, AGENT, TEAM = "runnable", "graph", "agent", "team"
# A chat model can also be run, but most files use it only as a part. It is the agent only if its variable has an
# agent's name.
MODEL = "model"

_AGENT_MAKERS = {"create_agent", "create_deep_agent", "async_create_deep_agent", "create_supervisor", "create_swarm", "initialize_agent", "AgentExecutor"}
_GRAPH_BUILDERS = {"StateGraph", "MessageGraph", "Graph"}
_RUNNABLE_MAKERS = re.compile(r"Runnable\w*|\w+Chain|(?:Multi)?RetrievalQA|VectorDBQA|create_\w+_chain|create_history_aware_retriever|load_\w+_chain")
_MODELS = re.compile(r"Chat[A-Z]\w*|AzureChat\w+|init_chat_model|OpenAI|Anthropic")
_NO_MODELS = re.compile(r"Chat(Prompt|Message)\w*|\w*(Embeddings|Prompt\w*)")
# The methods of a runnable that return another runnable.
REMAKES = {
    "assign", "bind", "bind_tools", "configurable_fields", "map", "partial", "pick", "pipe", "with_alisteners",
    "with_config", "with_fallbacks", "with_listeners", "with_retry", "with_structured_output", "with_types",
}  # fmt: skip
_RETURN_TYPES = (
    (re.compile(r"CompiledStateGraph|CompiledGraph|Pregel"), GRAPH),
    (re.compile(r"Runnable\w*|\w+Chain"), RUNNABLE),
    (re.compile(r"\w*GroupChat|Swarm|GraphFlow|Team"), TEAM),
    (re.compile(r"AgentExecutor|\w*Agent"), AGENT),
)


def is_langchain(origin: str) -> bool:
    return re.match(r"(langchain|langgraph|deepagents)(_\w+)?\.", origin) is not None


def _made_by_langchain(origin: str) -> str | None:
    parts = origin.split(".")
    # For example, AgentExecutor.from_agent_and_tools or LLMChain.from_string.
    maker = parts[-2] if parts[-2][:1].isupper() else parts[-1]
    if maker in _AGENT_MAKERS or (maker == "create_react_agent" and parts[0] == "langgraph"):
        return AGENT
    if _RUNNABLE_MAKERS.fullmatch(maker):
        return RUNNABLE
    if _MODELS.fullmatch(maker) and not _NO_MODELS.fullmatch(maker):
        return MODEL
    return None


def _made_by_autogen(origin: str) -> str | None:
    match = re.match(r"(?:autogen_agentchat|autogen_ext)\.(agents|teams)\.(?:\w+\.)*([A-Z]\w*)", origin)
    if match is None or match[2].endswith("Builder"):
        return None
    return TEAM if match[1] == "teams" else AGENT


def _made_by(origin: str) -> str | None:
    return _made_by_langchain(origin) if is_langchain(origin) else _made_by_autogen(origin)


def is_graph_builder(node: ast.expr, names: Names, depth: int = 0) -> bool:
    """Returns whether the expression is a graph builder: `StateGraph(...)` or a similar class, directly, through a
    name, or at the beginning of a chain of `.add_node(...)` calls.
    """
    node = names.resolve(node)
    if depth > DEEPEST or not isinstance(node, ast.Call):
        return False
    origin = names.origin(node.func)
    if origin is not None:
        return origin.startswith("langgraph.") and origin.rsplit(".", 1)[-1] in _GRAPH_BUILDERS
    return isinstance(node.func, ast.Attribute) and is_graph_builder(node.func.value, names, depth + 1)


def _is_compiled(func: ast.expr, names: Names) -> bool:
    if not isinstance(func, ast.Attribute) or func.attr != "compile":
        return False
    base = names.resolve(func.value)
    if is_graph_builder(base, names):
        return True
    # The builder comes from a function of the file, or from a supervisor.
    origin = names.origin(base.func) if isinstance(base, ast.Call) else None
    return isinstance(base, ast.Call) and (origin is None or is_langchain(origin))


def _kind_of_call(node: ast.Call, names: Names, depth: int) -> str | None:
    if _is_compiled(node.func, names):
        return GRAPH
    origin = names.origin(node.func)
    if origin is not None:
        return _made_by(origin)
    if isinstance(node.func, ast.Attribute) and node.func.attr in REMAKES:
        kind = object_kind(node.func.value, names, depth + 1)
        return RUNNABLE if kind == MODEL and node.func.attr == "with_structured_output" else kind
    if isinstance(node.func, ast.Name):
        function = names.function(node.func.id)
        if function is not None:
            return returned_kind(function, names, depth + 1)
        made = names.class_named(node.func.id)
        if made is not None:
            return _kind_of_class(made, names)
    return None


def _kind_of_class(node: ast.ClassDef, names: Names) -> str | None:
    """Returns the kind of a class in the file that extends one of AutoGen's classes, or None."""
    origins = [names.origin(base) for base in node.bases]
    return next((kind for origin in origins if origin and (kind := _made_by_autogen(origin))), None)


def _kind_of_name(name: str, names: Names, depth: int) -> str | None:
    value = names.value(name)
    if value is not None:
        return object_kind(value, names, depth + 1)
    function = names.function(name)
    return function_object_kind(function, names) if function is not None else None


def object_kind(node: ast.expr, names: Names, depth: int = 0) -> str | None:
    """Returns `runnable`, `graph`, `agent`, `team` or `model`, or None if the syntax tree does not show that the
    expression is one of them.
    """
    if depth > DEEPEST:
        return None
    if isinstance(node, ast.Await):
        return object_kind(node.value, names, depth + 1)
    if isinstance(node, ast.Name):
        if node.id not in names.kinds:
            names.kinds[node.id] = None
            names.kinds[node.id] = _kind_of_name(node.id, names, depth)
        return names.kinds[node.id]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return RUNNABLE if _is_piped(node, names, depth) else None
    return _kind_of_call(node, names, depth) if isinstance(node, ast.Call) else None


def _is_piped(node: ast.BinOp, names: Names, depth: int) -> bool:
    """Returns whether `|` joins runnables, which requires that at least one operand comes from LangChain."""
    for side in (node.right, node.left):
        if isinstance(side, ast.BinOp) and depth < DEEPEST * 10:
            if _is_piped(side, names, depth + 1):
                return True
            continue
        value = names.resolve(side)
        while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in REMAKES:
            value = names.resolve(value.func.value)
        origin = names.origin(value.func) if isinstance(value, ast.Call) else None
        if (origin is not None and is_langchain(origin)) or object_kind(side, names, depth + 1) is not None:
            return True
    return False


def function_object_kind(function: Function, names: Names) -> str | None:
    """Returns the kind of object that LangGraph's @entrypoint or LangChain's @chain creates from a function, or None.
    """
    for decorator in function.decorator_list:
        origin = names.origin(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if origin == "langgraph.func.entrypoint":
            return GRAPH
        if origin is not None and is_langchain(origin) and origin.endswith(".chain"):
            return RUNNABLE
    return None


def returned_kind(function: Function, names: Names, depth: int = 0) -> str | None:
    """Returns the kind of object that a function in the file returns, according to its annotation or its `return`
    statements, or None.
    """
    key = id(function)
    if key not in names.returned:
        names.returned[key] = None
        names.returned[key] = _find_returned(function, names, depth)
    return names.returned[key]


def _find_returned(function: Function, names: Names, depth: int) -> str | None:
    annotated = last_name(function.returns)
    if annotated is None and isinstance(function.returns, ast.Subscript):
        annotated = last_name(function.returns.value)
    if annotated is not None:
        kind = next((kind for pattern, kind in _RETURN_TYPES if pattern.fullmatch(annotated)), None)
        if kind is not None and names.class_named(annotated) is None:
            return kind
    inner = Names(function.body, names)
    for node in own_nodes(function.body):
        if isinstance(node, ast.Return) and node.value is not None:
            kind = object_kind(node.value, inner, depth + 1)
            if kind is not None and kind != MODEL:
                return kind
    return None
