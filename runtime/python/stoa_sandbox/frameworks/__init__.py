"""Passes a message to a framework's object in the way that the framework expects.

Imports no framework: if there is such an object, the agent's file has imported its framework.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable
from types import ModuleType

from ..answer import Answer
from .runners import find_follow

Input = dict[str, object]


def _is_instance(value: object, module: str, name: str) -> bool:
    loaded: ModuleType | None = sys.modules.get(module)
    kind = getattr(loaded, name, None)
    return isinstance(kind, type) and isinstance(value, kind)


async def follow(value: object, name: str, data: Input, answer: Answer, **options: object) -> object:
    """Runs the object and returns the agent's answer. `value` is the object, or an awaitable that returns it. `options`
    are objects that the file's own call passes in addition to the input, as `context` or `deps`.
    """
    if isinstance(value, Awaitable):
        value = await value
    if _is_instance(value, "langgraph.pregel", "Pregel"):
        from .graphs import follow_graph

        return await follow_graph(value, data, answer, **options)
    if _is_instance(value, "langchain_classic.chains.base", "Chain"):
        from .classic import follow_chain

        return await follow_chain(value, data, answer)
    if _is_instance(value, "langchain_core.runnables", "Runnable"):
        from .langchain import follow_runnable

        return await follow_runnable(value, data, answer)
    follow_agent = find_follow(value)
    if follow_agent is not None:
        return await follow_agent(value, data, answer, **options)
    if callable(getattr(value, "run_stream", None)) or callable(getattr(value, "run", None)):
        from .autogen import follow_task

        return await follow_task(value, data, answer)
    kind = type(value)
    raise TypeError(f"{name} is a {kind.__module__}.{kind.__qualname__}, which is not an agent of a framework that Stoa runs")


def run_object(value: object, name: str, data: Input, answer: Answer) -> object:
    """Runs the object in a new event loop and returns the agent's answer."""
    import asyncio

    return asyncio.run(follow(value, name, data, answer))
