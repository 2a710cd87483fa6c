"""Finds the inputs of LangChain Classic's chains and agent executors in the calls that create them."""

from __future__ import annotations

import ast

from .annotations import last_name
from .argument_values import keywords_of, value_of
from .names import Names
from .prompts import chain_variables, template_variables

# The input of each class of chains that has a built-in prompt.
_OWN_INPUTS = {
    "ConversationChain": "input",
    "SimpleSequentialChain": "input",
    "initialize_agent": "input",
    "RetrievalQA": "query",
    "VectorDBQA": "query",
    "ConversationalRetrievalChain": "question",
    "LLMMathChain": "question",
    "QAWithSourcesChain": "question",
    "RetrievalQAWithSourcesChain": "question",
}
# The variables of a prompt that an executor sets itself.
_OF_EXECUTOR = {"agent_scratchpad", "intermediate_steps", "tool_names", "tools"}
_EXECUTORS_INPUT = ["input"]


def is_classic(call: ast.expr, names: Names) -> bool:
    """Returns whether a call creates an object of LangChain Classic."""
    origin = names.origin(call.func) if isinstance(call, ast.Call) else None
    return origin is not None and origin.startswith("langchain_classic.")


def classic_variables(node: ast.AST, names: Names) -> list[str] | None:
    """Returns the names of the fields with which a chain or an executor is called, or None if they are unknown or the
    node does not create an object of LangChain Classic.
    """
    call = names.resolve(node) if isinstance(node, ast.expr) else node
    if not isinstance(call, ast.Call) or not is_classic(call, names):
        return None
    parts = (names.origin(call.func) or "").split(".")
    # `LLMChain` for both LLMChain(...) and LLMChain.from_string(...).
    maker = parts[-2] if parts[-2][:1].isupper() else parts[-1]
    given = keywords_of(call)
    if maker == "AgentExecutor":
        return _executors_variables(given.get("agent") or (call.args[0] if call.args else None), names)
    if maker == "LLMChain":
        return _without_memory(_prompts_variables(call, given, names), given, names)
    if maker in ("SequentialChain", "TransformChain"):
        named = value_of(given.get("input_variables"), names)
        return [name for name in named if isinstance(name, str)] if isinstance(named, (list, tuple)) else None
    return [_OWN_INPUTS[maker]] if maker in _OWN_INPUTS else None


def _executors_variables(agent: ast.expr | None, names: Names) -> list[str]:
    made = names.resolve(agent) if agent is not None else None
    found: list[str] | None = None
    if isinstance(made, ast.Call) and (last_name(made.func) or "").startswith("create_"):
        # All functions that create agents take the model, the tools and the prompt, in this order.
        prompt = keywords_of(made).get("prompt") or (made.args[2] if len(made.args) > 2 else None)
        found = chain_variables(prompt, names) if prompt is not None else None
    elif made is not None:
        found = chain_variables(made, names)
    return [name for name in found or [] if name not in _OF_EXECUTOR] or _EXECUTORS_INPUT


def _prompts_variables(call: ast.Call, given: dict[str, ast.expr], names: Names) -> list[str] | None:
    if last_name(call.func) == "from_string":
        template = value_of(given.get("template") or (call.args[1] if len(call.args) > 1 else None), names)
        return template_variables(template) if isinstance(template, str) else None
    prompt = given.get("prompt")
    return chain_variables(prompt, names) if prompt is not None else None


def _without_memory(found: list[str] | None, given: dict[str, ast.expr], names: Names) -> list[str] | None:
    memory = names.resolve(given["memory"]) if "memory" in given else None
    if found is None or not isinstance(memory, ast.Call):
        return found
    key = value_of(keywords_of(memory).get("memory_key"), names) or "history"
    return [name for name in found if name != key]
