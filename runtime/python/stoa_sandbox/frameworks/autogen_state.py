"""Keeps the state of AutoGen's agents and teams between the turns of a conversation."""

from __future__ import annotations

import json

from autogen_core import CancellationToken

from ..memory import Memory
from .autogen_images import without_images


async def load_state(runner: object, memory: Memory | None) -> None:
    """Loads the state of the turn before. An agent or team that cannot load it starts anew, with a warning."""
    state = None if memory is None else memory.read_state()
    if memory is None or state is None or not callable(getattr(runner, "load_state", None)):
        return
    try:
        await runner.load_state(json.loads(state))  # type: ignore[attr-defined]
    except Exception as error:
        # The state can be from an older version of the agent, whose team has other members.
        memory.refuse_state(error)
        await _reset(runner)


async def _reset(runner: object) -> None:
    """Removes what was loaded before the error, because half of a state is worse than none."""
    if callable(getattr(runner, "reset", None)):
        await runner.reset()  # type: ignore[attr-defined]
    elif callable(getattr(runner, "on_reset", None)):
        await runner.on_reset(CancellationToken())  # type: ignore[attr-defined]


async def save_state(runner: object, memory: Memory | None) -> None:
    """Keeps the state for the next turn. A state that cannot be saved is dropped with a warning, because the answer is
    still good.
    """
    if memory is None or not callable(getattr(runner, "save_state", None)):
        return
    try:
        saved = await runner.save_state()  # type: ignore[attr-defined]
        state = json.dumps(saved)
    except Exception as error:
        memory.lose(error)
        return
    memory.keep(state.encode(), lambda: json.dumps(without_images(saved)).encode())
