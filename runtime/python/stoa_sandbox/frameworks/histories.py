"""Passes the earlier turns of a conversation to LangChain's objects as its messages."""

from __future__ import annotations

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.history import RunnableWithMessageHistory

from ..memory import Memory

# The usual names of a conversation among the inputs of a runnable.
NAMES = ("messages", "history", "chat_history")
_SESSION = "session_id"


def read_messages(memory: Memory | None) -> list[BaseMessage]:
    """Returns the earlier turns as messages, or an empty list if the run stands alone."""
    if memory is None:
        return []
    return [
        AIMessage(str(turn["content"])) if turn["role"] == "assistant" else HumanMessage(turn["content"])
        for turn in memory.history
    ]


def make_config(memory: Memory | None) -> RunnableConfig:
    """Returns the config of a run. Classes that store a conversation require the name of a session. Without a
    conversation, it can be the same in every run, because no run sees another run's memory.
    """
    name = "run" if memory is None else memory.id
    return {"configurable": {_SESSION: name, "thread_id": name}}


def fill_session(runnable: Runnable[object, object], memory: Memory | None) -> bool:
    """Adds the earlier turns to the store of a RunnableWithMessageHistory. Returns False for any other runnable, and for
    one whose sessions are identified by other names.
    """
    if not isinstance(runnable, RunnableWithMessageHistory):
        return False
    if memory is None or [field.id for field in runnable.history_factory_config] != [_SESSION]:
        return False
    session = runnable.get_session_history(memory.id)
    if not session.messages:
        session.add_messages(read_messages(memory))
    return True
