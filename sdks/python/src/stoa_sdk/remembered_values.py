# Generated from async_remembered_values.py by `npm run generate`.
"""Lists and deletes what agents remember."""

from __future__ import annotations

from typing import List, cast

from . import calls
from .api_types import RememberedValueList, RememberingAgent, RememberingAgentList
from .transport import Transport


class RememberedValues:
    """Lists and deletes what agents remember about you between runs."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def agents(self) -> List[RememberingAgent]:
        """Returns the agents that remember something about you, the most recently updated first."""
        listed = cast(RememberingAgentList, self._transport.request(calls.remembering_agents()))
        return listed["agents"]

    def list(self, agent_id: int) -> RememberedValueList:
        """Returns what an agent remembers about you."""
        return cast(RememberedValueList, self._transport.request(calls.remembered_values(agent_id)))

    def delete(self, agent_id: int, key: str) -> None:
        """Deletes a value that an agent remembers about you."""
        self._transport.request(calls.delete_remembered_value(agent_id, key))

    def delete_all_of_agent(self, agent_id: int) -> None:
        """Deletes everything that an agent remembers about you."""
        self._transport.request(calls.delete_remembered_values(agent_id))

    def delete_all(self) -> None:
        """Deletes everything that all agents remember about you."""
        self._transport.request(calls.delete_remembered_values(None))
